/// One run of a trial: the daemon has the content for a limited time, and the machine checks it.
struct TrialRun: Sendable, Equatable {
    /// The time that a request to the daemon may take.
    private static let slack = Duration.seconds(20)

    /// When the bake time ends: the content passes if the last check has passed.
    let end: Duration
    /// When the machine gives up because the checks had no clear result.
    let limit: Duration
    /// When the daemon ends the content by itself.
    let expiry: Duration
    /// The number of seconds for which the content is put.
    let seconds: Int64
    /// When the next check is due.
    var nextCheck: Duration
    var isChecking = false
    var passes = 0
    /// The number of checks in a row that failed.
    var failures = 0
    /// Why the last check had no result; nil if it had a result.
    var missing: String?

    init(_ rollout: Rollout, at now: Duration) {
        end = now + rollout.bake
        // The checks that decide may begin as late as at the end.
        limit = end + (rollout.check.map { ($0.every + $0.timeout) * ($0.failures + 1) } ?? .zero)
        let (whole, rest) = (limit + TrialRun.slack - now).components
        seconds = whole + (rest > 0 ? 1 : 0)
        expiry = now + .seconds(seconds)
        nextCheck = now
    }

    /// Returns when the next check or the decision is due, while no check runs.
    func deadline(_ check: RolloutCheck?) -> Duration {
        guard check != nil else { return end }
        return hasPassed ? min(nextCheck, end) : nextCheck
    }

    /// Whether the last check has passed.
    var hasPassed: Bool { passes > 0 && failures == 0 && missing == nil }

    mutating func finishCheck(_ outcome: RolloutCheck.Outcome, _ check: RolloutCheck, at now: Duration) {
        isChecking = false
        nextCheck = now + check.every
        missing = nil
        switch outcome {
        case .passed:
            passes += 1
            failures = 0
        case .failed: failures += 1
        case .noResult(let reason): missing = reason
        }
    }
}
