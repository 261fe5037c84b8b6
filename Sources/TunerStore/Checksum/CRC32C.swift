internal import SystemCore

/// The CRC-32C (Castagnoli) checksum, as in iSCSI and ext4; it detects every change of a few bits.
///
/// The computation uses the processor's instruction if there is one, and otherwise tables, 16 bytes a step.
struct CRC32C {
    private var state: UInt32 = .max

    /// The checksum of all bytes so far.
    var value: UInt32 { ~state }

    /// Sixteen tables of 256 entries: table n holds the effect of a byte with n more bytes after it.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 16 * 256)
        for byte in 0..<256 {
            var word = UInt32(byte)
            for _ in 0..<8 {
                word = word & 1 == 0 ? word >> 1 : word >> 1 ^ 0x82F6_3B78
            }
            tables[byte] = word
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    static func checksum(of bytes: Span<UInt8>) -> UInt32 {
        var checksum = CRC32C()
        checksum.update(bytes)
        return checksum.value
    }

    mutating func update(_ bytes: Span<UInt8>) {
        if !Processor.advance(crc32c: &state, over: bytes) {
            updateByTables(bytes)
        }
    }

    /// Updates the checksum without the processor's instruction; the result is the same.
    mutating func updateByTables(_ bytes: Span<UInt8>) {
        let state = self.state
        self.state = unsafe Self.tables.withUnsafeBufferPointer { tables in
            unsafe bytes.withUnsafeBytes { unsafe Self.advance(state, over: $0, by: tables) }
        }
    }

    private static func advance(
        _ start: UInt32,
        over bytes: UnsafeRawBufferPointer,
        by tables: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        guard let memory = bytes.baseAddress, let table = tables.baseAddress else { return start }
        var state = start
        var offset = 0
        while offset &+ 16 <= bytes.count {
            let first = unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = unsafe memory.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
            // Neither of these two computations needs the other's result, so the processor can run them in parallel.
            let high = unsafe effect(of: UInt64(littleEndian: first) ^ UInt64(state), before: 8, table)
            let low = unsafe effect(of: UInt64(littleEndian: second), before: 0, table)
            state = high ^ low
            offset &+= 16
        }
        while offset < bytes.count {
            let byte = unsafe memory.load(fromByteOffset: offset, as: UInt8.self)
            state = unsafe state >> 8 ^ entry(0, UInt64(state ^ UInt32(byte)), table)
            offset &+= 1
        }
        return state
    }

    /// Returns the effect of eight bytes with `count` more bytes after them.
    @inline(__always)
    private static func effect(of word: UInt64, before count: Int, _ table: UnsafePointer<UInt32>) -> UInt32 {
        let first = unsafe entry(count &+ 7, word, table) ^ entry(count &+ 6, word >> 8, table)
        let second = unsafe entry(count &+ 5, word >> 16, table) ^ entry(count &+ 4, word >> 24, table)
        let third = unsafe entry(count &+ 3, word >> 32, table) ^ entry(count &+ 2, word >> 40, table)
        let fourth = unsafe entry(count &+ 1, word >> 48, table) ^ entry(count, word >> 56, table)
        return (first ^ second) ^ (third ^ fourth)
    }

    /// Returns the effect of a word's lowest byte with `behind` more bytes after it.
    @inline(__always)
    private static func entry(_ behind: Int, _ word: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
        unsafe table[behind << 8 | Int(truncatingIfNeeded: word & 0xFF)]
    }
}
