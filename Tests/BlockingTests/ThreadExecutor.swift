import SystemCore

/// Runs each job on a new thread.
final class ThreadExecutor: TaskExecutor {
    static let shared = ThreadExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        do {
            try KernelThread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }.detach()
        } catch {
            preconditionFailure("a test may start a thread: \(error)")
        }
    }
}
