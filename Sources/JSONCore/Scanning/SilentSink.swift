/// A sink that ignores all tokens, for validation only.
struct SilentSink: JSONSink {
    // Nothing uses this field. Without a field the sink has no memory, and ThreadSanitizer would access a random address.
    private var memory: UInt8 = 0

    mutating func beginArray(at offset: Int) {}
    mutating func endArray(at offset: Int) {}
    mutating func beginObject(at offset: Int) {}
    mutating func endObject(at offset: Int) {}
    mutating func name(_ token: JSONStringToken, in text: Span<UInt8>) {}
    mutating func string(_ token: JSONStringToken, in text: Span<UInt8>) {}
    mutating func number(_ range: Range<Int>, isWhole: Bool, in text: Span<UInt8>) {}
    mutating func literal(_ value: JSONLiteral, at offset: Int) {}
}
