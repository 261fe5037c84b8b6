/// The values of a tunable or a flag, one after the other: `for await radius in settings.$cornerRadius.values { … }`.
///
/// It begins with the value that there is. Who is slow gets the newest, and never misses the last. Who is told of a value
/// finds all that changed with it.
public struct TunableValues<Value: Codable & Sendable>: AsyncSequence, Sendable {
    /// What it tells: `TunableValues<Double>.Element` is `Double`.
    public typealias Element = Value

    /// It never fails: `for await` needs no `try`.
    public typealias Failure = Never

    private let cell: Cell<Value>
    /// Who follows it, for as long as somebody wants to know.
    private let tuner: Tuner
    private let version: UInt64?

    init(_ cell: Cell<Value>, of tuner: Tuner, after version: UInt64? = nil) {
        self.cell = cell
        self.tuner = tuner
        self.version = version
    }

    /// Begins with the value that there is: `var iterator = settings.$title.values.makeAsyncIterator()`.
    public func makeAsyncIterator() -> Iterator { Iterator(cell, tuner, version) }

    /// One who is told: `await iterator.next()`.
    public struct Iterator: AsyncIteratorProtocol {
        private let cell: Cell<Value>
        private let tuner: Tuner
        private var seen: UInt64?

        fileprivate init(_ cell: Cell<Value>, _ tuner: Tuner, _ seen: UInt64?) {
            self.cell = cell
            self.tuner = tuner
            self.seen = seen
        }

        /// The next value; none when the task is cancelled: `await iterator.next()`.
        public mutating func next() async -> Value? { await next(isolation: nil) }

        /// The same, without leaving an actor: `await iterator.next(isolation: #isolation)`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            let cell = cell
            while !Task.isCancelled {
                if let box = cell.news(since: seen) {
                    seen = box.version
                    return box.value
                }
                let seen = seen
                await cell.signal.wait { cell.news(since: seen) != nil }
            }
            return nil
        }
    }
}
