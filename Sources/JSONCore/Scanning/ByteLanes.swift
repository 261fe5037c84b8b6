/// Functions that examine eight bytes at once, as one 64-bit word.
///
/// The functions that return a bit for each byte set the byte's highest bit. Only the lowest set bit of a result is
/// reliable: higher bits may be false positives.
enum ByteLanes {
    /// Returns the eight bytes from `offset`, the first one lowest; the caller guarantees that there are eight.
    @inline(__always)
    static func word(at offset: Int, in text: Span<UInt8>) -> UInt64 {
        let bytes = unsafe text.bytes
        return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Returns the bytes from `offset` to the end of the text, followed by zeros; there must be fewer than eight bytes.
    @inline(__always)
    static func lastWord(from offset: Int, in text: Span<UInt8>) -> UInt64 {
        guard text.count < 8 else {
            let missing = UInt64(truncatingIfNeeded: offset &+ 8 &- text.count)
            return word(at: text.count &- 8, in: text) &>> (8 &* missing)
        }
        var word: UInt64 = 0
        var position = text.count
        while position > offset {
            position &-= 1
            word = word << 8 | UInt64(text[position])
        }
        return word
    }

    /// Returns the four bytes from `offset`, the first one lowest; the caller guarantees that there are four.
    @inline(__always)
    static func halfWord(at offset: Int, in text: Span<UInt8>) -> UInt32 {
        let bytes = unsafe text.bytes
        return UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// Returns the offset of the first byte that is not a space.
    ///
    /// If fewer than eight bytes remain, it returns their offset without examining them. The function is for
    /// indentation, which is often many spaces.
    @inline(__always)
    static func endOfSpaces(from start: Int, in text: Span<UInt8>) -> Int {
        var position = start
        while position &+ 8 <= text.count {
            let others = word(at: position, in: text) ^ every(0x20)
            if others != 0 {
                return position &+ others.trailingZeroBitCount / 8
            }
            position &+= 8
        }
        return position
    }

    /// Returns whether the `count` bytes at two offsets of a text are equal.
    @inline(__always)
    static func equal(_ left: Int, _ right: Int, _ count: Int, in text: Span<UInt8>) -> Bool {
        precondition(left >= 0 && right >= 0 && max(left, right) <= text.count &- count, "a part outside the text")
        var position = 0
        while position &+ 8 <= count {
            guard word(at: left &+ position, in: text) == word(at: right &+ position, in: text) else { return false }
            position &+= 8
        }
        while position < count {
            guard unsafe text[unchecked: left &+ position] == text[unchecked: right &+ position] else { return false }
            position &+= 1
        }
        return true
    }

    /// Returns a bit for each quote, backslash, control character and byte beyond ASCII.
    @inline(__always)
    static func stringStops(in word: UInt64) -> UInt64 {
        (belowZero(in: word) | (word &- every(0x20)) | word) & every(0x80)
    }

    /// Returns a bit for each byte that a string can contain only as an escape: quote, backslash, control character.
    @inline(__always)
    static func escapes(in word: UInt64) -> UInt64 {
        (belowZero(in: word) | (word &- every(0x20))) & ~word & every(0x80)
    }

    /// Returns a bit for each byte that is not a digit.
    @inline(__always)
    static func nonDigits(in word: UInt64) -> UInt64 {
        // XOR turns the digits 0x30 to 0x39 into 0 to 9. Adding 0x76 keeps only these below 0x80.
        let distance = word ^ every(UInt8(ascii: "0"))
        return (distance &+ every(0x76) | distance) & every(0x80)
    }

    /// Returns a bit for each quote and each backslash.
    @inline(__always)
    static func quotesAndBackslashes(in word: UInt64) -> UInt64 {
        belowZero(in: word) & ~word & every(0x80)
    }

    /// Returns a word whose highest bits mark quotes and backslashes; bytes beyond ASCII may also be marked.
    ///
    /// XOR turns a quote or a backslash into zero. Subtracting one from zero then sets the highest bit.
    @inline(__always)
    private static func belowZero(in word: UInt64) -> UInt64 {
        let quotes = word ^ every(UInt8(ascii: "\""))
        let backslashes = word ^ every(UInt8(ascii: "\\"))
        return (quotes &- every(0x01)) | (backslashes &- every(0x01))
    }

    @inline(__always)
    private static func every(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }
}
