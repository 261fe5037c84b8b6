/// Whether the daemon is there, again and again: `for await connection in tuner.connections { … }`.
///
/// Who is slow is told the newest.
public struct TunerConnections: AsyncSequence, Sendable {
    /// What it tells: `TunerConnections.Element.connected`.
    public typealias Element = TunerConnection

    /// It never fails: `for await` needs no `try`.
    public typealias Failure = Never

    private let status: ConnectionStatus

    init(_ status: ConnectionStatus) { self.status = status }

    /// Begins with what it is now: `var iterator = tuner.connections.makeAsyncIterator()`.
    public func makeAsyncIterator() -> Iterator { Iterator(status: status) }

    /// One who is told: `await iterator.next()`.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let status: ConnectionStatus
        private var seen: UInt64?

        fileprivate init(status: ConnectionStatus) { self.status = status }

        /// The next one that is another; none when the task is cancelled: `await iterator.next()`.
        public mutating func next() async -> TunerConnection? { await next(isolation: nil) }

        /// The same, without leaving an actor: `await iterator.next(isolation: #isolation)`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> TunerConnection? {
            while !Task.isCancelled {
                let (connection, count) = status.current()
                if count != seen {
                    seen = count
                    return connection
                }
                await status.waitForChange(after: count)
            }
            return nil
        }
    }
}
