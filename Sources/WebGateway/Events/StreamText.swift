/// The text of events that several clients receive, so that it is in memory once.
final class StreamText {
    let bytes: [UInt8]
    private let memory: StreamMemory

    init(_ bytes: consuming [UInt8], in memory: StreamMemory) {
        self.bytes = bytes
        self.memory = memory
        memory.texts += bytes.count
    }

    deinit { memory.texts -= bytes.count }
}

@available(*, unavailable)
extension StreamText: Sendable {}
