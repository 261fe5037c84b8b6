/// What stands between two stars of a pattern, prepared to be found without looking twice at a byte of the key.
struct KeyWord: Sendable {
    private let bytes: [UInt8]
    // For each length of a beginning that was found: the longest shorter beginning that it ends with (Knuth, Morris, Pratt).
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

    /// Where the word first ends between two places of a key, of which each byte counts as its meaning.
    @inline(__always)
    func end(in key: Span<UInt8>, from start: Int, to end: Int, _ meaning: (UInt8) -> UInt8) -> Int? {
        var length = 0
        for place in start..<end {
            let byte = meaning(key[place])
            while length > 0, bytes[length] != byte {
                length = shorter[length]
            }
            length += bytes[length] == byte ? 1 : 0
            if length == bytes.count {
                return place + 1
            }
        }
        return nil
    }
}
