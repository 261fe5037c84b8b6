/// A running `onChange` closure.
///
/// The closure is no longer called after this object is released or cancelled: `watch = nil`.
public final class ChangeObservation: Sendable {
    private let task: Task<Void, Never>

    init<Value>(
        _ values: TunableValues<Value>,
        on executor: (any TaskExecutor)?,
        _ body: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        task = Task(executorPreference: executor) {
            for await value in values {
                await body(value)
            }
        }
    }

    deinit { task.cancel() }

    /// Stops the calls of the closure: `watch.cancel()`.
    public func cancel() { task.cancel() }
}
