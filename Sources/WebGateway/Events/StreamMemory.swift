/// The memory of all texts that wait for clients, and its limit.
///
/// A client that has received a part of a text keeps the text in memory. Beyond the limit, the clients that wait
/// longest are ended: they connect again, and receive the present state.
final class StreamMemory {
    /// The bytes of all texts.
    var texts = 0

    private let limit: Int
    private var receivers: [UInt64: (text: StreamText, end: () -> Void)] = [:]
    private var nextNumber: UInt64 = 0

    init(limit: Int = 64 << 20) { self.limit = limit }

    var isOverLimit: Bool { texts > limit }

    /// Adds a client that has received a part of a text, and returns a number for ``remove(_:)``.
    ///
    /// If the memory is needed, `end` is called, which must end the client.
    func add(_ text: StreamText, _ end: @escaping () -> Void) -> UInt64 {
        nextNumber += 1
        receivers[nextNumber] = (text, end)
        return nextNumber
    }

    /// Removes a client that no longer waits.
    func remove(_ number: UInt64) { receivers[number] = nil }

    /// Ends clients until the texts are within the limit, except those that receive the newest text.
    func reduce(keeping newest: StreamText) {
        while isOverLimit,
            let oldest = receivers.lazy.filter({ $0.value.text !== newest }).min(by: { $0.key < $1.key })
        {
            receivers[oldest.key] = nil
            oldest.value.end()
        }
    }
}

@available(*, unavailable)
extension StreamMemory: Sendable {}
