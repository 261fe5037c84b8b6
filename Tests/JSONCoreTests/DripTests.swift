import Testing

@testable import JSONCore

/// Tests that a scanner reports the same tokens and the same error, however the bytes are split.
@Suite struct DripTests {
    static let texts: [String] = [
        "", " ", "1", "12 ", "-", "-0.5e+10,", "1.", "1e", "1e+", "01", "-x", "1e5]", "true", "tru", "trux", "nullx",
        " false ",
        #""""#, #""abc"#, #""a\"#, #""\u12"#, #""\ud83d"#, #""\ud83d\u"#, #""\ud83d\ude00""#, #""\ud83dx""#,
        #""\udc00""#,
        #""\ud83d\ud83d""#, #""\q""#, #""\u12g4""#, "\"\u{1}\"", "\"é€😀\"", "[", "[]", "[ ]", "[1,2]", "[1,]", "[,1]",
        "[1 2]",
        "{", "{}", #"{"a":1}"#, #"{"a" 1}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a":[{"b":null}]}"#, "]", "}",
        "[}", "{]",
        #"{"a":1e999}"#, "[[[[[[[[[[[[[[[[[[", "{}{}", "/**/", "\u{FEFF}{}",
        "[1,\"twelve bytes and more of plain text\",{}]x",
    ]

    @Test(arguments: texts)
    func `a text gives equal results however split into pieces`(text: String) {
        #expect(Disagreement(on: Array(text.utf8), depthLimit: 16) == nil)
    }

    @Test(
        arguments: [
            [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xC0, 0x80, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22], [0x22, 0x80, 0x22], [0x22, 0xFF, 0x22], [0xFF],
            [0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], [0x22, 0xE0, 0x9F, 0xBF, 0x22], [0x00], [0x22, 0x00, 0x22],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 are refused however split into pieces`(bytes: [UInt8]) {
        #expect(Disagreement(on: bytes) == nil)
        #expect(Scan(bytes, stoppingAt: []).fault != nil)
    }

    @Test func `a scanner continues after its bytes move`() throws {
        let text = Array(#"   {"a":[1.5e3,"xyz"]} "#.utf8)
        for split in 3..<text.count - 1 {
            var sink = SilentSink()
            var scanner = JSONScanner(at: 3, depthLimit: 4)
            let first = try scanner.scan(text.span.extracting(0..<split), isWhole: false, sink: &sink)
            guard first == .incomplete else {
                #expect(first == .complete(22))
                continue
            }
            scanner.rebase(by: 3)
            let rest = try scanner.scan(text.span.extracting(3...), isWhole: false, sink: &sink)
            #expect(rest == .complete(19))
        }
    }
}
