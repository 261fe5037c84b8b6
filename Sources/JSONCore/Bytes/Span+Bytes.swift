extension Span<UInt8> {
    /// Whether both hold the same bytes.
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var place = 0
        while place &+ 8 <= count {
            guard ByteLanes.word(at: place, in: self) == ByteLanes.word(at: place, in: other) else { return false }
            place &+= 8
        }
        return place == count || ByteLanes.lastWord(from: place, in: self) == ByteLanes.lastWord(from: place, in: other)
    }

    /// The same bytes, kept.
    package var copied: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, initialized in
            unsafe withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: $0) }
            initialized = count
        }
    }
}
