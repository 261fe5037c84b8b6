/// A word that is prepared for a search that reads each byte of a key only once.
struct KeyWord: Sendable {
    private let bytes: [UInt8]
    // For each length of a matched prefix: the length of its longest shorter prefix that is also a suffix (Knuth,
    // Morris, Pratt).
    private let shorter: [Int]

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
        var shorter = [0, 0]
        var length = 0
        for byte in self.bytes.dropFirst() {
            while length > 0, self.bytes[length] != byte {
                length = shorter[length]
            }
            length += self.bytes[length] == byte ? 1 : 0
            shorter.append(length)
        }
        self.shorter = shorter
    }

    /// Returns the offset after the first occurrence of the word between two offsets of a key, or nil if there is none.
    ///
    /// `meaning` maps each byte of the key before it is compared.
    @inline(__always)
    func end(in key: Span<UInt8>, from start: Int, to end: Int, _ meaning: (UInt8) -> UInt8) -> Int? {
        var length = 0
        for offset in start..<end {
            let byte = meaning(key[offset])
            while length > 0, bytes[length] != byte {
                length = shorter[length]
            }
            length += bytes[length] == byte ? 1 : 0
            if length == bytes.count {
                return offset + 1
            }
        }
        return nil
    }
}
