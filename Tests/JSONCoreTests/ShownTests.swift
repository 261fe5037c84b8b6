import JSONCore
import Testing

/// Tests of strings from outside that messages repeat.
@Suite struct ShownTests {
    @Test(arguments: [
        ("ui.cornerRadius", "ui.cornerRadius"), ("größe 日本 👩‍👩‍👧 e\u{301}", "größe 日本 👩‍👩‍👧 e\u{301}"), ("", #""""#),
        (#"a\"b"#, #"a\"b"#), ("a\u{0}\n\r\t\u{1B}[2J\u{1F}", #"a\u{0}\u{a}\u{d}\u{9}\u{1b}[2J\u{1f}"#),
        ("\u{7E}\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\u{7E}\\u{7f}\\u{80}\\u{9b}\\u{9f}\u{A0}"),
        ("\u{2027}\u{2028}\u{2029}", "\u{2027}\\u{2028}\\u{2029}"),
        ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{202F}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}\\u{202e}\u{202F}"),
        ("\u{2065}\u{2066}\u{2067}\u{2068}\u{2069}", "\u{2065}\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
        ("\u{61C}\u{200E}\u{200F}\u{200D}", "\\u{61c}\\u{200e}\\u{200f}\u{200D}"),
    ])
    func `control and bidirectional characters are escaped, other characters are not`(word: String, shown: String) {
        #expect(word.shown.hasSameBytes(as: shown), "\(word.shown)")
        #expect(word.shownWhole.hasSameBytes(as: shown), "\(word.shownWhole)")
    }

    @Test func `a path is shown in full`() {
        let path = String(repeating: "/directory", count: 40)
        #expect((path + "\n").shownWhole == path + #"\u{a}"#)
    }

    @Test func `a byte of a path that is not UTF-8 is shown in hexadecimal`() {
        // The pair of noncharacters by which `RawText.path` represents the byte 0xFF. Half a pair represents no byte.
        let byte = String(decoding: [0xEF, 0xB7, 0x9F, 0xEF, 0xB7, 0xAF] as [UInt8], as: UTF8.self)
        #expect("a\(byte)b".shownWhole == #"a\xFFb"#)
        let half = String(byte.unicodeScalars.prefix(1))
        #expect("\(half)a\(half)".shownWhole.hasSameBytes(as: "\(half)a\(half)"))
        #expect("\(half)\(byte)".shownWhole.hasSameBytes(as: #"\#(half)\xFF"#))
    }

    @Test(arguments: ["a", "é", "€", "😀", "\u{301}"])
    func `a long word is shortened to its first 64 scalars`(scalar: String) {
        let longest = String(repeating: scalar, count: 64)
        #expect(longest.shown.hasSameBytes(as: longest))
        #expect((longest + "b").shown.hasSameBytes(as: longest + "…"))
        #expect(String(repeating: "\u{2028}", count: 1_000_000).shown.utf8.count == 64 * 8 + 3)
    }

    @Test(arguments: 1...4)
    func `a fact shortens a long word to 256 bytes without splitting a scalar`(size: Int) {
        let scalar = ["a", "é", "€", "😀"][size - 1]
        for offset in 0..<size {
            let front = String(repeating: "-", count: offset)
            let fitting = front + String(repeating: scalar, count: (256 - offset) / size)
            #expect(fitting.shortened.hasSameBytes(as: fitting))
            #expect((fitting + String(repeating: scalar, count: 1_000_000)).shortened.hasSameBytes(as: fitting + "…"))
        }
        #expect("a\u{1B}".shortened.hasSameBytes(as: "a\u{1B}"))
    }
}
