/// A key in two pieces, as a node stores it: the common prefix of the node, and the rest.
@safe
struct KeyPieces {
    let beginning: KeyBytes
    let rest: KeyBytes

    init(_ beginning: KeyBytes, _ rest: KeyBytes) {
        self.beginning = beginning
        self.rest = rest
    }

    /// Creates a key in one piece.
    init(_ key: KeyBytes) {
        self.init(key.prefix(0), key)
    }

    var count: Int { beginning.count + rest.count }

    func prefix(_ kept: Int) -> KeyPieces {
        KeyPieces(beginning.prefix(kept), rest.prefix(max(0, kept - beginning.count)))
    }

    private subscript(offset: Int) -> UInt8 {
        offset < beginning.count ? beginning[offset] : rest[offset - beginning.count]
    }

    func commonCount(with other: KeyPieces) -> Int {
        let limit = min(count, other.count)
        var offset = 0
        while offset < limit, self[offset] == other[offset] {
            offset += 1
        }
        return offset
    }

    /// Copies all bytes except the first `dropped`.
    func copy(droppingFirst dropped: Int, to destination: UnsafeMutableRawPointer) {
        guard dropped < beginning.count else {
            unsafe rest.dropFirst(dropped - beginning.count).copy(to: destination)
            return
        }
        unsafe beginning.dropFirst(dropped).copy(to: destination)
        unsafe rest.copy(to: destination + beginning.count - dropped)
    }

    /// Calls `body` with the first bytes copied into one piece.
    func withBytes<Result>(first count: Int, _ body: (KeyBytes) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(byteCount: max(count, 1), alignment: 1) { buffer in
            let start = unsafe buffer.baseAddress.unsafelyUnwrapped
            let head = beginning.prefix(count)
            unsafe head.copy(to: start)
            unsafe rest.prefix(count - head.count).copy(to: start + head.count)
            return body(unsafe KeyBytes(start: start, count: count))
        }
    }
}
