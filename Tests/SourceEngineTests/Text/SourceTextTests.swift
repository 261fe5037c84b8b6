import SourceEngine
import TestSupport
import Testing

@Suite struct SourceTextTests {
    @Test(arguments: ["", "a", "a\n", "a\nb", "a\r\nb\rc\n\n", "ä€😀\n😀b", "\n\r\n\r"])
    func `each offset of a character has a position, which leads back to it`(_ text: String) {
        let source = SourceText(Array(text.utf8))
        for encoding in [PositionEncoding.utf8, .utf16] {
            for index in text.unicodeScalars.indices {
                let offset = text.utf8.distance(from: text.startIndex, to: index)
                // There is no position between the two bytes of one line end.
                if offset > 0, source.bytes[offset] == 0x0A, source.bytes[offset - 1] == 0x0D { continue }
                #expect(source.offset(of: source.position(of: offset, in: encoding), in: encoding) == offset)
            }
        }
    }

    @Test func `a column is counted in bytes or in UTF-16 code units`() {
        let text = SourceText(Array("a\nä😀b".utf8))
        #expect(text.position(of: 8, in: .utf16) == SourcePosition(line: 1, column: 3))
        #expect(text.position(of: 8, in: .utf8) == SourcePosition(line: 1, column: 6))
        #expect(text.offset(of: SourcePosition(line: 1, column: 3), in: .utf16) == 8)
        #expect(text.offset(of: SourcePosition(line: 1, column: 6), in: .utf8) == 8)
    }

    @Test func `a position inside of a character is moved to its start`() {
        let text = SourceText(Array("😀b".utf8))
        #expect(text.offset(of: SourcePosition(line: 0, column: 1), in: .utf16) == 0)
        #expect(text.offset(of: SourcePosition(line: 0, column: 2), in: .utf8) == 0)
    }

    @Test func `a position after the end of a line or of the text is moved to that end`() {
        let text = SourceText(Array("ab\r\ncd".utf8))
        #expect(text.offset(of: SourcePosition(line: 0, column: 9), in: .utf16) == 2)
        #expect(text.offset(of: SourcePosition(line: 1, column: 9), in: .utf8) == 6)
        #expect(text.offset(of: SourcePosition(line: 7, column: 0), in: .utf8) == 6)
    }

    @Test func `after random edits, the lines are those of a new text`() {
        var random = SeededGenerator(seed: 7)
        let pieces = ["", "a", "\n", "\r", "\r\n", "😀", "ab\ncd", "\n\n", "\r\r\n"]
        var text = SourceText([])
        for _ in 0..<20_000 {
            let start = Int.random(in: 0...text.bytes.count, using: &random)
            let end = Int.random(in: start...min(start + 6, text.bytes.count), using: &random)
            text.replace(start..<end, with: Array(pieces.randomElement(using: &random)?.utf8 ?? "".utf8))
            if text.bytes.count > 60 { text.replace(10..<40, with: []) }
            let new = SourceText(text.bytes)
            #expect((0..<text.lineCount).map(text.line) == (0..<new.lineCount).map(new.line))
        }
    }
}
