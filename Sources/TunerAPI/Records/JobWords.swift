/// The kinds of jobs: the commands of `tunerctl` that measure or test several times.
package enum JobKind: String, CaseIterable, Sendable {
    case optimize
    case sweep
    case compare
    case bisect
}

/// The states of a job.
package enum JobState: String, CaseIterable, Sendable {
    case running
    case found
    /// The job has ended, and has found nothing: no better values, or no difference.
    case none
    /// A person has ended the job, or its program has ended.
    case stopped
    case failed
}
