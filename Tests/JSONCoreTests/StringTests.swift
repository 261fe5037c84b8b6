import JSONCore
import Testing

@Suite struct StringTests {
    @Test(arguments: [
        (#"""#, #"\""#), (#"\"#, #"\\"#), ("/", "/"), ("\u{8}\u{9}\u{A}\u{C}\u{D}", #"\b\t\n\f\r"#),
        ("\u{0}", #"\u0000"#),
        ("\u{1F}", #"\u001f"#), ("\u{1A}", #"\u001a"#), ("\u{10}", #"\u0010"#),
        ("\u{7F}é\u{2028}😀", "\u{7F}é\u{2028}😀"),
        ("12345678\"", #"12345678\""#), ("1234567\"89", #"1234567\"89"#), ("1234567é\n", "1234567é\\n"), ("", ""),
    ])
    func `only characters that require an escape are escaped`(value: String, inside: String) throws {
        #expect(try JSON.string(value).text == "\"\(inside)\"")
        #expect(try JSON.parse("\"\(inside)\"") == .string(value))
    }

    @Test(arguments: [
        (#"\/\b\f\n\r\t\"\\"#, "/\u{8}\u{C}\n\r\t\"\\"), (#"\u0041\u00e9\u20AC"#, "Aé€"), (#"\ud83d\uDE00"#, "😀"),
        (#"\uDBFF\uDFFF"#, "\u{10FFFF}"), (#"\u0000"#, "\0"),
        (#"é\n€ and much plain text behind"#, "é\n€ and much plain text behind"),
        (#"\uD800\uDC00"#, "\u{10000}"), (#"\uFFFF\uFEFF"#, "\u{FFFF}\u{FEFF}"),
    ])
    func `escapes are parsed as their characters`(inside: String, value: String) throws {
        let text = "[\"\(inside)\"]"
        #expect(try JSON.parse(text) == [.string(value)])
        #expect(Disagreement(on: Array(text.utf8)) == nil)
    }

    @Test func `every byte at every position of a string is parsed correctly`() throws {
        for length in 0..<20 {
            for position in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                    bytes[position] = byte
                    let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
                    let isPlain =
                        (0x20..<0x80).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                    let read = try? JSON.parse(text.span)
                    let isEnd = byte == UInt8(ascii: "\"") && position == length - 1
                    #expect((read == .string(String(decoding: bytes, as: UTF8.self))) == isPlain)
                    #expect(isPlain || isEnd || refusal(of: text) != nil)
                }
            }
        }
    }

    @Test func `every scalar survives a round trip`() throws {
        var text = ""
        for value in UInt32(0)...0x10FFFF {
            if let scalar = Unicode.Scalar(value) {
                text.unicodeScalars.append(scalar)
            }
        }
        let value = JSON.string(text)
        #expect(try JSON.parse(value.text) == value)
    }
}
