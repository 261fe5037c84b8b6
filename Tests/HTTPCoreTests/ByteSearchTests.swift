import TestSupport
import Testing

@testable import HTTPCore

@Suite struct ByteSearchTests {
    @Test func `the sets of characters are those of the RFCs`() {
        let alphanumeric = (UInt8(0)...255).filter {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        let token = Set(alphanumeric + Array("!#$%&'*+-.^_`|~".utf8))
        let host = Set(alphanumeric + Array("-._~!$&'()*+,;=%:[]".utf8))
        for byte in UInt8(0)...255 {
            #expect(CharacterSet.token.contains(byte) == token.contains(byte), "\(byte)")
            #expect(CharacterSet.host.contains(byte) == host.contains(byte), "\(byte)")
        }
    }

    @Test(arguments: Seeds.all)
    func `searches by words agree with searches by bytes`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = [0, 9, 10, 13, 31, 32, 33, 0x3F, 0x40, 0x7E, 0x7F, 0x80, 0xA0, 0xFF]
        for _ in 0..<500 {
            let isPlain = Bool.random(using: &generator)
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                isPlain && Int.random(in: 0..<20, using: &generator) > 0
                    ? UInt8.random(in: 0x21...0x7E, using: &generator) : alphabet.randomElement(using: &generator) ?? 0
            }
            let start = Int.random(in: 0...bytes.count, using: &generator)
            let end = Int.random(in: start...bytes.count, using: &generator)
            func first(_ isStop: (UInt8) -> Bool) -> Int { bytes[start..<end].firstIndex(where: isStop) ?? end }
            let text = ByteWords.endOfText(from: start, to: end, in: bytes.span)
            #expect(text == first { $0 < 0x20 && $0 != 9 || $0 == 0x7F }, "seed \(seed)")
            let visible = ByteWords.endOfVisible(from: start, to: end, in: bytes.span)
            #expect(visible == first { $0 <= 0x20 || $0 >= 0x7F }, "seed \(seed)")
            let found = ByteWords.firstOffset(of: 0x3F, or: 0x80, from: start, to: end, in: bytes.span)
            #expect(found == first { $0 == 0x3F || $0 == 0x80 }, "seed \(seed)")
        }
    }
}
