/// A name's first bytes and its length in one word: names of up to seven bytes are compared at once, longer ones told apart.
enum NameWord {
    /// How many bytes of a name are in its word.
    static let bytes = 7

    static func of(_ name: StaticString) -> UInt64 {
        of(unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount).span)
    }

    /// The word of any name.
    static func of(_ name: Span<UInt8>) -> UInt64 {
        var word = UInt64(truncatingIfNeeded: min(name.count, 0xFF)) << 56
        for place in 0..<min(name.count, bytes) {
            word |= UInt64(name[place]) << UInt64(8 * place)
        }
        return word
    }

    /// The word of a name that stands in a text; the caller has seen that eight bytes can be loaded at its start.
    @inline(__always)
    static func of(_ range: Range<Int>, in text: Span<UInt8>) -> UInt64 {
        let count = UInt64(truncatingIfNeeded: range.upperBound &- range.lowerBound)
        let kept = (1 &<< (8 &* min(count, UInt64(bytes)))) &- 1
        return ByteLanes.word(at: range.lowerBound, in: text) & kept | min(count, 0xFF) &<< 56
    }
}
