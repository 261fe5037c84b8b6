/// A name's length and first bytes in one 64-bit word.
///
/// Two names of up to seven bytes are equal if their words are equal. For longer names, equal words only mean that the
/// names may be equal.
enum NameWord {
    /// The number of bytes of a name that its word contains.
    static let bytes = 7

    static func of(_ name: StaticString) -> UInt64 {
        of(unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount).span)
    }

    static func of(_ name: Span<UInt8>) -> UInt64 {
        var word = UInt64(truncatingIfNeeded: min(name.count, 0xFF)) << 56
        for index in 0..<min(name.count, bytes) {
            word |= UInt64(name[index]) << UInt64(8 * index)
        }
        return word
    }

    /// Returns the word of the name at a range of a text; the text must have eight bytes at the start of the range.
    @inline(__always)
    static func of(_ range: Range<Int>, in text: Span<UInt8>) -> UInt64 {
        let count = UInt64(truncatingIfNeeded: range.upperBound &- range.lowerBound)
        let kept = (1 &<< (8 &* min(count, UInt64(bytes)))) &- 1
        return ByteLanes.word(at: range.lowerBound, in: text) & kept | min(count, 0xFF) &<< 56
    }
}
