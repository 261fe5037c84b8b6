internal import SystemCore

/// The CRC of Castagnoli's polynomial, as iSCSI, ext4 and many stores have it: it finds every flip of a few bits.
///
/// By the processor's instruction where it has one, else by tables, sixteen bytes a step.
struct CRC32C {
    private var state: UInt32 = .max

    /// Of all bytes so far.
    var value: UInt32 { ~state }

    /// Sixteen tables of 256, one behind the other: the nth has the effect of a byte with n more behind it.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 16 * 256)
        for byte in 0..<256 {
            var word = UInt32(byte)
            for _ in 0..<8 {
                word = word & 1 == 0 ? word >> 1 : word >> 1 ^ 0x82F6_3B78
            }
            tables[byte] = word
        }
        for place in 256..<tables.count {
            let before = tables[place - 256]
            tables[place] = before >> 8 ^ tables[Int(before & 0xFF)]
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

    /// The same on any processor.
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
            // Two words that wait for nothing of each other.
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

    /// What eight bytes have to say when so many more stand behind them.
    @inline(__always)
    private static func effect(of word: UInt64, before count: Int, _ table: UnsafePointer<UInt32>) -> UInt32 {
        let first = unsafe entry(count &+ 7, word, table) ^ entry(count &+ 6, word >> 8, table)
        let second = unsafe entry(count &+ 5, word >> 16, table) ^ entry(count &+ 4, word >> 24, table)
        let third = unsafe entry(count &+ 3, word >> 32, table) ^ entry(count &+ 2, word >> 40, table)
        let fourth = unsafe entry(count &+ 1, word >> 48, table) ^ entry(count, word >> 56, table)
        return (first ^ second) ^ (third ^ fourth)
    }

    /// What the lowest byte of a word has to say when so many bytes stand behind it.
    @inline(__always)
    private static func entry(_ behind: Int, _ word: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
        unsafe table[behind << 8 | Int(truncatingIfNeeded: word & 0xFF)]
    }
}
