/// Searches for bytes, eight at a time.
enum ByteSearch {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let newlines = ones &* UInt64(UInt8(ascii: "\n"))

    /// Returns the number of newlines.
    static func newlines(in text: Span<UInt8>) -> Int {
        let bytes = unsafe text.bytes
        var count = 0
        var position = 0
        while position &+ 8 <= text.count {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self) ^ newlines
            // Sets the high bit of each byte that is not zero; no addition carries into the next byte.
            let others = ((word & ~highs) &+ ~highs) | word
            count &+= (~others & highs).nonzeroBitCount
            position &+= 8
        }
        while position < text.count {
            if text[position] == UInt8(ascii: "\n") { count &+= 1 }
            position &+= 1
        }
        return count
    }

    /// Returns the offset of the first newline at or after `start`, or the text's length if there is none.
    static func newline(in text: Span<UInt8>, from start: Int) -> Int {
        let bytes = unsafe text.bytes
        var position = start
        while position &+ 8 <= text.count {
            let loaded = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
            let word = UInt64(littleEndian: loaded) ^ newlines
            let found = (word &- ones) & ~word & highs
            if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < text.count, text[position] != UInt8(ascii: "\n") {
            position &+= 1
        }
        return position
    }

    /// Returns the offset of the first byte that is not zero, or nil if all are zero.
    static func nonZero(in text: Span<UInt8>) -> Int? {
        let bytes = unsafe text.bytes
        var position = 0
        while position &+ 8 <= text.count,
            unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self) == 0
        {
            position &+= 8
        }
        while position < text.count {
            if text[position] != 0 { return position }
            position &+= 1
        }
        return nil
    }
}
