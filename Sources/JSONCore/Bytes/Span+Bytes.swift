extension Span<UInt8> {
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset &+ 8 <= count {
            guard ByteLanes.word(at: offset, in: self) == ByteLanes.word(at: offset, in: other) else { return false }
            offset &+= 8
        }
        return offset == count
            || ByteLanes.lastWord(from: offset, in: self) == ByteLanes.lastWord(from: offset, in: other)
    }

    /// Whether all bytes are ASCII; always `false` for 15 bytes or fewer.
    ///
    /// A string of up to 15 bytes is stored inline, and Swift determines this for such a string without help.
    var isASCII: Bool {
        guard count > 15 else { return false }
        var offset = 0
        var bits: UInt64 = 0
        while offset &+ 8 <= count {
            bits |= ByteLanes.word(at: offset, in: self)
            offset &+= 8
        }
        bits |= ByteLanes.lastWord(from: offset, in: self)
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// Returns whether these bytes sort before `other`, compared byte by byte; a prefix sorts first.
    package func precedes(_ other: Span<UInt8>) -> Bool {
        let shared = Swift.min(count, other.count)
        var offset = 0
        while offset &+ 8 <= shared {
            let word = ByteLanes.word(at: offset, in: self)
            let otherWord = ByteLanes.word(at: offset, in: other)
            guard word == otherWord else { return word.byteSwapped < otherWord.byteSwapped }
            offset &+= 8
        }
        while offset < shared {
            guard self[offset] == other[offset] else { return self[offset] < other[offset] }
            offset &+= 1
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
