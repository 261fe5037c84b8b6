import JSONCore
import Testing

@Suite struct TextPartsTests {
    @Test(arguments: [
        ("", "ab", [""]),
        ("ab", "ab", ["", ""]),
        ("aab", "ab", ["a", ""]),
        ("aaa", "aa", ["", "a"]),
        ("1..2..3", "..", ["1", "2", "3"]),
        ("é\u{301}/ß", "/", ["é\u{301}", "ß"]),
        ("abc", "", ["abc"]),
        ("abc", "abcd", ["abc"]),
    ])
    func `a text is split at each occurrence of a separator`(text: String, separator: String, parts: [String]) {
        #expect(text.parts(around: separator).map(String.init) == parts)
    }

    @Test func `a part of a text is split like a text`() {
        let text = "key=1..64"
        #expect(text[text.index(text.startIndex, offsetBy: 4)...].parts(around: "..") == ["1", "64"])
    }

    @Test func `a text contains each of its parts`() {
        #expect("a{context}b".containsText("{context}"))
        #expect("abc".containsText(""))
        #expect(!"ab".containsText("abc"))
        #expect(!"".containsText("a"))
    }

    @Test func `each occurrence is replaced once`() {
        #expect("a/b//c".replacingText("/", with: "~1") == "a~1b~1~1c")
        #expect(#"\"\\""#.replacingText("\\", with: "\\\\") == #"\\"\\\\""#)
        #expect("x".replacingText("y", with: "z") == "x")
    }

    @Test func `a separator before a combining mark is found`() {
        #expect("\"\u{301}".replacingText("\"", with: "\\\"") == "\\\"\u{301}")
    }
}
