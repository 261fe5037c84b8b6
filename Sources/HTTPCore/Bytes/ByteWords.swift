/// Searches that examine eight bytes at once, as one 64-bit word.
enum ByteWords {
    /// Returns the offset of the first control character that is no tab; `end` if there is none before `end`.
    @inline(__always)
    static func endOfText(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
        precondition(start >= 0 && end <= bytes.count, "a search outside the bytes")
        var position = start
        while position &+ 8 <= end {
            let word = word(at: position, in: bytes)
            let stops = ((word &- every(0x20)) | ((word ^ every(0x7F)) &- every(0x01))) & ~word & every(0x80)
            guard stops != 0 else {
                position &+= 8
                continue
            }
            position &+= stops.trailingZeroBitCount / 8
            guard unsafe bytes[unchecked: position] == UInt8(ascii: "\t") else { return position }
            position &+= 1
        }
        while position < end {
            let byte = unsafe bytes[unchecked: position]
            guard byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") else { return position }
            position &+= 1
        }
        return position
    }

    /// Returns the offset of the first byte that is no visible ASCII character; `end` if there is none before `end`.
    @inline(__always)
    static func endOfVisible(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
        precondition(start >= 0 && end <= bytes.count, "a search outside the bytes")
        var position = start
        while position &+ 8 <= end {
            let word = word(at: position, in: bytes)
            let stops = ((word &- every(0x21)) | ((word ^ every(0x7F)) &- every(0x01)) | word) & every(0x80)
            guard stops == 0 else { return position &+ stops.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < end, case 0x21...0x7E = unsafe bytes[unchecked: position] {
            position &+= 1
        }
        return position
    }

    /// Returns the offset of the first byte that equals one of two; `end` if there is none before `end`.
    @inline(__always)
    static func firstOffset(
        of byte: UInt8,
        or other: UInt8,
        from start: Int,
        to end: Int,
        in bytes: Span<UInt8>
    ) -> Int {
        precondition(start >= 0 && end <= bytes.count, "a search outside the bytes")
        var position = start
        while position &+ 8 <= end {
            let word = word(at: position, in: bytes)
            let (left, right) = (word ^ every(byte), word ^ every(other))
            let found = (((left &- every(0x01)) & ~left) | ((right &- every(0x01)) & ~right)) & every(0x80)
            guard found == 0 else { return position &+ found.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < end {
            let present = unsafe bytes[unchecked: position]
            guard present != byte, present != other else { return position }
            position &+= 1
        }
        return position
    }

    /// Returns whether the bytes from `start` equal a name of small letters, digits and hyphens, but for the case of
    /// letters.
    ///
    /// The bytes must be a token. Then no other character differs from a small letter by its bit 0x20.
    @inline(__always)
    static func equals(_ name: StaticString, at start: Int, in bytes: Span<UInt8>) -> Bool {
        let count = name.utf8CodeUnitCount
        guard start >= 0, count <= bytes.count &- start else { return false }
        let constant = unsafe UnsafeRawPointer(name.utf8Start)
        guard count >= 8 else {
            var offset = 0
            while offset < count {
                let byte = unsafe bytes[unchecked: start &+ offset] | 0x20
                guard unsafe byte == constant.load(fromByteOffset: offset, as: UInt8.self) else { return false }
                offset &+= 1
            }
            return true
        }
        // The last eight bytes may overlap the eight bytes before them.
        var offset = 0
        while true {
            let theirs = word(at: start &+ offset, in: bytes) | every(0x20)
            let ours = unsafe UInt64(littleEndian: constant.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            guard theirs == ours else { return false }
            guard offset < count &- 8 else { return true }
            offset = min(offset &+ 8, count &- 8)
        }
    }

    /// Returns the eight bytes from `offset`, the first one lowest; the caller guarantees that there are eight.
    @inline(__always)
    static func word(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        let raw = unsafe bytes.bytes
        return UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func every(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }
}
