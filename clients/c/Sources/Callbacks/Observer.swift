/// What a `tuner_observer` points to; the queue keeps it.
final class Observer: @unchecked Sendable {
    let id: UInt64
    let queue: CallbackQueue
    /// Calls the program if something has changed, and returns whether it did.
    private let body: @Sendable () -> Bool
    private let end: @Sendable () -> Void

    init(
        _ id: UInt64,
        in queue: CallbackQueue,
        _ body: @escaping @Sendable () -> Bool,
        end: @escaping @Sendable () -> Void
    ) {
        self.id = id
        self.queue = queue
        self.body = body
        self.end = end
    }

    func run() -> Bool { body() }

    func stop() { end() }
}
