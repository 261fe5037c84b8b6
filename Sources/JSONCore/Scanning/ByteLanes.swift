/// Eight bytes looked at as one word.
///
/// In each answer the lowest set bit is right; higher ones may be too many.
enum ByteLanes {
    /// The eight bytes from `offset` on, the first one lowest; the caller has seen that there are eight.
    @inline(__always)
    static func word(at offset: Int, in text: Span<UInt8>) -> UInt64 {
        let bytes = unsafe text.bytes
        return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The bytes from `offset` to the end, fewer than eight of them, and zeros behind.
    @inline(__always)
    static func lastWord(from offset: Int, in text: Span<UInt8>) -> UInt64 {
        guard text.count < 8 else {
            let missing = UInt64(truncatingIfNeeded: offset &+ 8 &- text.count)
            return word(at: text.count &- 8, in: text) &>> (8 &* missing)
        }
        var word: UInt64 = 0
        var place = text.count
        while place > offset {
            place &-= 1
            word = word << 8 | UInt64(text[place])
        }
        return word
    }

    /// The four bytes from `offset` on, the first one lowest; the caller has seen that there are four.
    @inline(__always)
    static func halfWord(at offset: Int, in text: Span<UInt8>) -> UInt32 {
        let bytes = unsafe text.bytes
        return UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// The first place that is no space, or one among the last eight bytes: what indents a line is long.
    @inline(__always)
    static func endOfSpaces(from start: Int, in text: Span<UInt8>) -> Int {
        var place = start
        while place &+ 8 <= text.count {
            let others = word(at: place, in: text) ^ every(0x20)
            if others != 0 {
                return place &+ others.trailingZeroBitCount / 8
            }
            place &+= 8
        }
        return place
    }

    /// Whether two parts of a text have the same bytes.
    @inline(__always)
    static func equal(_ left: Int, _ right: Int, _ count: Int, in text: Span<UInt8>) -> Bool {
        precondition(left >= 0 && right >= 0 && max(left, right) <= text.count &- count, "a part outside the text")
        var place = 0
        while place &+ 8 <= count {
            guard word(at: left &+ place, in: text) == word(at: right &+ place, in: text) else { return false }
            place &+= 8
        }
        while place < count {
            guard unsafe text[unchecked: left &+ place] == text[unchecked: right &+ place] else { return false }
            place &+= 1
        }
        return true
    }

    /// A bit for each byte that ends a plain run inside a string.
    @inline(__always)
    static func stringStops(in word: UInt64) -> UInt64 {
        (belowZero(in: word) | (word &- every(0x20)) | word) & every(0x80)
    }

    /// A bit for each byte that a string can hold only as an escape.
    @inline(__always)
    static func escapes(in word: UInt64) -> UInt64 {
        (belowZero(in: word) | (word &- every(0x20))) & ~word & every(0x80)
    }

    /// A bit for each byte that is no digit.
    @inline(__always)
    static func nonDigits(in word: UInt64) -> UInt64 {
        // Digits are 0x30 to 0x39: without the high half they stay below 0x80 when 0x76 is added, others do not.
        let distance = word ^ every(UInt8(ascii: "0"))
        return (distance &+ every(0x76) | distance) & every(0x80)
    }

    /// A bit for each byte that is a quote or a backslash.
    @inline(__always)
    static func quotesAndBackslashes(in word: UInt64) -> UInt64 {
        belowZero(in: word) & ~word & every(0x80)
    }

    /// What subtracting one makes negative: of ASCII only quotes and backslashes, made zero before.
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
