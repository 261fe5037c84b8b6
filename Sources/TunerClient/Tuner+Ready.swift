import SystemCore

extension Tuner {
    /// Waits until the tuner is connected, the daemon has accepted all declarations, and their values can be read.
    ///
    /// The function waits for the tunables and flags that exist: use a static constant once before, because Swift
    /// creates it at its first use. A program needs this function only if it cannot start with its defaults. The tuner keeps connecting after a
    /// time-out. Cancelling the task does not end the wait.
    ///
    /// ```swift
    /// try await tuner.ready(timeout: .seconds(2))
    /// ```
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Throws: `notReady` after the time-out, `undeclarable` if the daemon cannot receive a declaration, `refused` if
    ///   the daemon refused a declaration or the context of a flag, or `notConnected` if the tuner is closed.
    nonisolated(nonsending) public func ready(timeout: Duration = .seconds(10)) async throws(TunerError) {
        let deadline = Kernel.monotonicTime() + timeout
        let result: Result<Void, TunerError> = await withCheckedContinuation { task in
            backend.wait(ReadyWait(deadline: deadline, timeout: timeout) { task.resume(returning: $0) })
        }
        try result.mapError(explained).get()
    }
}
