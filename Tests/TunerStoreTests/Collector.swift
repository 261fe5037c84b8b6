import TunerStore

/// A consumer that keeps all recovered records.
struct Collector: RecordConsumer {
    private(set) var records: [String] = []
    /// The record to refuse.
    var refused: String?

    mutating func begin() { records = [] }

    mutating func load(_ record: Span<UInt8>, from kind: StoreFileName.Kind) throws(RecordFault) {
        let text = unsafe record.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        if text == refused { throw RecordFault("has a key that nobody may have") }
        records.append(text)
    }
}
