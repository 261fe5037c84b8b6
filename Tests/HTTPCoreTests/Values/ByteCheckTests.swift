import TestSupport
import Testing

@testable import HTTPCore

@Suite struct ByteCheckTests {
    @Test(arguments: Seeds.all)
    func `random bytes are UTF-8 if the standard library says so`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = [
            0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
            0xF1,
            0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            let isUTF8 = UTF8Check.isValid(bytes.span)
            #expect(isUTF8 == (String(validating: bytes, as: UTF8.self) != nil), "seed \(seed): \(bytes)")
        }
    }

    @Test(arguments: ["a€😀é", "plain text of sixteen", "\u{10FFFF}\u{7FF}\u{800}\u{FFFF}"])
    func `UTF-8 is checked up to the last whole character`(text: String) {
        let bytes = Array((text + text + text).utf8)
        for count in 0...bytes.count {
            let end = UTF8Check.endOfCharacters(from: 0, in: bytes.span.extracting(0..<count))
            let whole = (0...count).last { String(validating: bytes[..<$0], as: UTF8.self) != nil }
            #expect(end == whole, "\(count) bytes")
        }
    }
}
