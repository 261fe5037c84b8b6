/// The hash MurmurHash3_x86_32 with seed 0, computed piece by piece; flagd implementations bucket flags with it.
package struct Murmur3 {
    private var hash: UInt32 = 0
    private var rest: UInt32 = 0
    private var length = 0

    /// Returns the hash of a text's UTF-8 bytes.
    package static func hash(_ text: String) -> UInt32 {
        var murmur = Murmur3()
        murmur.add(text.utf8.span)
        return murmur.finish()
    }

    /// Adds bytes; the hash does not depend on how the bytes are divided into pieces.
    mutating func add(_ bytes: Span<UInt8>) {
        var offset = 0
        // Complete an unfinished word of up to three bytes first.
        while length & 3 != 0, offset < bytes.count {
            add(bytes[offset])
            offset += 1
        }
        while offset + 4 <= bytes.count {
            let word =
                UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
                | UInt32(bytes[offset + 3]) << 24
            mix(word)
            offset += 4
            length &+= 4
        }
        while offset < bytes.count {
            add(bytes[offset])
            offset += 1
        }
    }

    /// Returns the hash of all bytes so far.
    consuming func finish() -> UInt32 {
        if length & 3 != 0 {
            hash ^= Murmur3.scrambled(rest)
        }
        hash ^= UInt32(truncatingIfNeeded: length)
        hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
        hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
        return hash ^ hash >> 16
    }

    private mutating func add(_ byte: UInt8) {
        rest |= UInt32(byte) << UInt32(8 * (length & 3))
        length &+= 1
        if length & 3 == 0 {
            mix(rest)
            rest = 0
        }
    }

    private mutating func mix(_ word: UInt32) {
        hash ^= Murmur3.scrambled(word)
        hash = Murmur3.rotated(hash, by: 13) &* 5 &+ 0xE654_6B64
    }

    private static func scrambled(_ word: UInt32) -> UInt32 {
        rotated(word &* 0xCC9E_2D51, by: 15) &* 0x1B87_3593
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
