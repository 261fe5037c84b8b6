extension Span<UInt8> {
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var place = 0
        while place &+ 8 <= count {
            guard ByteLanes.word(at: place, in: self) == ByteLanes.word(at: place, in: other) else { return false }
            place &+= 8
        }
        return place == count || ByteLanes.lastWord(from: place, in: self) == ByteLanes.lastWord(from: place, in: other)
    }

    /// Whether all bytes are ASCII; always `false` for 15 bytes or fewer.
    ///
    /// A string of up to 15 bytes is stored inline, and Swift determines this for such a string without help.
    var isASCII: Bool {
        guard count > 15 else { return false }
        var place = 0
        var bits: UInt64 = 0
        while place &+ 8 <= count {
            bits |= ByteLanes.word(at: place, in: self)
            place &+= 8
        }
        bits |= ByteLanes.lastWord(from: place, in: self)
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// Returns whether these bytes sort before `other`, compared byte by byte; a prefix sorts first.
    package func precedes(_ other: Span<UInt8>) -> Bool {
        let shared = Swift.min(count, other.count)
        var place = 0
        while place &+ 8 <= shared {
            let word = ByteLanes.word(at: place, in: self)
            let otherWord = ByteLanes.word(at: place, in: other)
            guard word == otherWord else { return word.byteSwapped < otherWord.byteSwapped }
            place &+= 8
        }
        while place < shared {
            guard self[place] == other[place] else { return self[place] < other[place] }
            place &+= 1
        }
        return count < other.count
    }

    package var copied: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, initialized in
            unsafe withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: $0) }
            initialized = count
        }
    }
}
