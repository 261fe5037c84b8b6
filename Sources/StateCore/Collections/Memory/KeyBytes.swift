/// A pointer to the bytes of a key or of a part of one, valid only during a call.
@safe
struct KeyBytes {
    let start: UnsafeRawPointer
    let count: Int

    @inline(__always)
    init(start: UnsafeRawPointer, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// Calls `body` with a pointer to the bytes of a span.
    @inline(__always)
    static func borrow<Result: ~Copyable, Failure: Error>(
        _ bytes: Span<UInt8>,
        _ body: (KeyBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            // An empty span may have no address. Any address will do, because no byte is read.
            let nowhere = unsafe UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
            return try body(
                unsafe KeyBytes(start: UnsafeRawPointer(buffer.baseAddress) ?? nowhere, count: buffer.count)
            )
        }
    }

    @inline(__always)
    func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: count))
    }

    @inline(__always)
    subscript(offset: Int) -> UInt8 { unsafe start.load(fromByteOffset: offset, as: UInt8.self) }

    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private func halfWord(at offset: Int) -> UInt32 {
        unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }

    @inline(__always)
    func dropFirst(_ dropped: Int) -> KeyBytes {
        unsafe KeyBytes(start: start + dropped, count: count &- dropped)
    }

    func prefix(_ kept: Int) -> KeyBytes { unsafe KeyBytes(start: start, count: min(kept, count)) }

    func copy(to destination: UnsafeMutableRawPointer) {
        unsafe destination.copyMemory(from: start, byteCount: count)
    }

    @inline(__always)
    static func == (left: KeyBytes, right: KeyBytes) -> Bool {
        let count = left.count
        guard right.count == count else { return false }
        guard count >= 8 else {
            guard count < 4 else {
                return left.halfWord(at: 0) == right.halfWord(at: 0)
                    && left.halfWord(at: count &- 4) == right.halfWord(at: count &- 4)
            }
            for offset in 0..<count where left[offset] != right[offset] {
                return false
            }
            return true
        }
        // Compare eight bytes at a time. The last eight may overlap the eight before.
        var offset = 0
        while true {
            guard left.word(at: offset) == right.word(at: offset) else { return false }
            guard offset < count &- 8 else { return true }
            offset = min(offset &+ 8, count &- 8)
        }
    }

    /// Returns the length of the common prefix.
    @inline(__always)
    func commonCount(with other: KeyBytes) -> Int {
        let limit = min(count, other.count)
        var offset = 0
        while offset &+ 8 <= limit {
            let difference = word(at: offset) ^ other.word(at: offset)
            guard difference == 0 else { return offset &+ difference.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        while offset < limit, self[offset] == other[offset] {
            offset &+= 1
        }
        return offset
    }

    func hasPrefix(_ prefix: KeyBytes) -> Bool { commonCount(with: prefix) == prefix.count }

    /// Orders by bytes; a prefix comes before the longer keys that begin with it.
    @inline(__always)
    static func < (left: KeyBytes, right: KeyBytes) -> Bool {
        let common = left.commonCount(with: right)
        guard common < left.count, common < right.count else { return left.count < right.count }
        return left[common] < right[common]
    }
}
