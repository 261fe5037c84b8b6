/// Somebody who is told of changes, for as long as this is held: `watch = nil` ends it.
public final class Watching: Sendable {
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

    /// Ends it now: `watch.cancel()`.
    public func cancel() { task.cancel() }
}
