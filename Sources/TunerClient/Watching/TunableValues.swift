/// The current value of a tunable or a flag, then each change.
///
/// ```swift
/// for await radius in settings.$cornerRadius.values { layer.cornerRadius = radius }
/// ```
///
/// A slow consumer skips intermediate values, but always receives the newest one. When an element arrives, all values
/// that changed together with it can be read too.
public struct TunableValues<Value: Codable & Sendable>: AsyncSequence, Sendable {
    /// The type of each element: `TunableValues<Double>.Element` is `Double`.
    public typealias Element = Value

    /// The sequence never throws: `for await` needs no `try`.
    public typealias Failure = Never

    private let cell: Cell<Value>
    /// The tuner, retained so that the connection and the cell's store live as long as the sequence.
    private let tuner: Tuner
    private let version: UInt64?

    init(_ cell: Cell<Value>, of tuner: Tuner, after version: UInt64? = nil) {
        self.cell = cell
        self.tuner = tuner
        self.version = version
    }

    /// Creates an iterator that first returns the current value.
    ///
    /// ```swift
    /// var iterator = settings.$title.values.makeAsyncIterator()
    /// ```
    public func makeAsyncIterator() -> Iterator { Iterator(cell, tuner, version) }

    /// An iterator over the values of a tunable or a flag: `await iterator.next()`.
    public struct Iterator: AsyncIteratorProtocol {
        private let cell: Cell<Value>
        private let tuner: Tuner
        private var lastAnnounced: UInt64?

        fileprivate init(_ cell: Cell<Value>, _ tuner: Tuner, _ lastAnnounced: UInt64?) {
            self.cell = cell
            self.tuner = tuner
            self.lastAnnounced = lastAnnounced
        }

        /// Waits for the next value and returns it, or returns nil after the task is cancelled.
        public mutating func next() async -> Value? { await next(isolation: nil) }

        /// Does what `next()` does, without leaving the caller's actor: `await iterator.next(isolation: #isolation)`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            let cell = cell
            while !Task.isCancelled {
                if let box = cell.newestBox(since: lastAnnounced) {
                    lastAnnounced = box.announced
                    cell.noteRead(through: box.version)
                    return box.value
                }
                let lastAnnounced = lastAnnounced
                await cell.signal.wait { cell.newestBox(since: lastAnnounced) != nil }
            }
            return nil
        }
    }
}
