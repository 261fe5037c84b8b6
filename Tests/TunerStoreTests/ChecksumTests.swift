import TestSupport
import Testing

@testable import TunerStore

@Suite struct ChecksumTests {
    /// The check value of the polynomial and the test values of RFC 3720.
    @Test(
        arguments: [
            (Array("123456789".utf8), 0xE306_9283), ([], 0),
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA), ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E), ((0..<32).reversed(), 0x113F_DB5C),
        ] as [([UInt8], UInt32)]
    )
    func `checksums match published values`(bytes: [UInt8], checksum: UInt32) {
        #expect(CRC32C.checksum(of: bytes.span) == checksum)
        var byTables = CRC32C()
        byTables.updateByTables(bytes.span)
        #expect(byTables.value == checksum)
    }

    @Test(arguments: Seeds.all)
    func `the instruction and the tables compute equal checksums`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for count in 0..<bytes.count {
            var byTables = CRC32C()
            byTables.updateByTables(bytes.span.extracting(0..<count))
            #expect(byTables.value == CRC32C.checksum(of: bytes.span.extracting(0..<count)), "seed \(seed)")
        }
    }

    @Test func `chunks give the checksum of the whole`() {
        let bytes = (0..<100).map { UInt8($0) }
        for cut in bytes.indices {
            var checksum = CRC32C()
            checksum.update(bytes.span.extracting(0..<cut))
            checksum.update(bytes.span.extracting(cut..<bytes.count))
            #expect(checksum.value == CRC32C.checksum(of: bytes.span))
        }
    }
}
