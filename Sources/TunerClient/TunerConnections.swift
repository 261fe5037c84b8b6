/// The current state of the connection, then each change: `for await connection in tuner.connections { … }`.
///
/// A slow consumer skips intermediate states and receives the newest one.
public struct TunerConnections: AsyncSequence, Sendable {
    /// The type of each element, as in `TunerConnections.Element.connected`.
    public typealias Element = TunerConnection

    /// The sequence never throws: `for await` needs no `try`.
    public typealias Failure = Never

    private let status: ConnectionStatus

    init(_ status: ConnectionStatus) { self.status = status }

    /// Creates an iterator that first returns the current state.
    ///
    /// ```swift
    /// var iterator = tuner.connections.makeAsyncIterator()
    /// ```
    public func makeAsyncIterator() -> Iterator { Iterator(status: status) }

    /// An iterator over the states of a connection: `await iterator.next()`.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let status: ConnectionStatus
        private var lastCount: UInt64?

        fileprivate init(status: ConnectionStatus) { self.status = status }

        /// Waits for another state and returns it, or returns nil after the task is cancelled.
        public mutating func next() async -> TunerConnection? { await next(isolation: nil) }

        /// Does what `next()` does, without leaving the caller's actor: `await iterator.next(isolation: #isolation)`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> TunerConnection? {
            while !Task.isCancelled {
                let (connection, count) = status.current()
                if count != lastCount {
                    lastCount = count
                    return connection
                }
                await status.waitForChange(after: count)
            }
            return nil
        }
    }
}
