import SystemCore

/// A call that waits until all declarations of the program are accepted and have values.
struct ReadyWait: Sendable {
    let deadline: MonotonicTime
    let timeout: Duration
    /// Called once, with the result.
    let finish: @Sendable (Result<Void, TunerError>) -> Void
}
