/// A name's length and first bytes in one word: names of up to seven bytes are compared at once, longer ones told apart.
enum NameWord {
    /// How many bytes of a name are in its word.
    static let bytes = 7

    static func of(_ name: StaticString) -> UInt64 {
        var word = UInt64(truncatingIfNeeded: min(name.utf8CodeUnitCount, 0xFF))
        for place in 0..<min(name.utf8CodeUnitCount, bytes) {
            word |= UInt64(unsafe name.utf8Start[place]) << UInt64(8 * (place + 1))
        }
        return word
    }

    @inline(__always)
    static func of(_ range: Range<Int>, in text: Span<UInt8>) -> UInt64 {
        let count = range.count
        let length = UInt64(truncatingIfNeeded: min(count, 0xFF))
        guard range.lowerBound > 0, range.lowerBound &+ bytes <= text.count else {
            var word = length
            for place in 0..<min(count, bytes) {
                word |= UInt64(text[range.lowerBound + place]) << UInt64(8 * (place + 1))
            }
            return word
        }
        // One byte before the name is loaded too, and gives its place to the length.
        let loaded = ByteLanes.word(at: range.lowerBound &- 1, in: text)
        let kept = UInt64.max >> UInt64(truncatingIfNeeded: 8 &* (bytes &- min(count, bytes)))
        return loaded & kept & ~0xFF | length
    }
}
