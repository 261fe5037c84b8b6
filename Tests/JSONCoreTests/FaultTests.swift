import JSONCore
import Testing

/// Tests of the message and the position of each error.
@Suite struct FaultTests {
    struct Case: Sendable {
        let text: String
        let offset: Int
        let message: String

        init(_ text: String, _ offset: Int, _ message: String) {
            self.text = text
            self.offset = offset
            self.message = message
        }
    }

    @Test(arguments: [
        Case("", 0, "line 1, column 1: the text ends before a value"),
        Case(" \n ", 3, "line 1, column 1: the text ends before a value"),
        Case("[1,\n", 4, "line 1, column 4: the text ends before a value"),
        Case("{\n \"é\"\r\n\t \n", 12, "line 2, column 5: the text ends before a colon"),
        Case("[[]  ", 5, "line 1, column 4: the text ends before a comma or ]"),
        Case("[\n\"a ", 5, "line 2, column 4: the text ends before the rest of a string"),
        Case("\n\n[1]\n\nx\n", 7, "line 5, column 1: there is text after the end of the value"),
        Case("[1,\n 2,]", 7, "line 2, column 4: expected a value"),
        Case("[x]", 1, "line 1, column 2: expected a value or ]"),
        Case("[1 2]", 3, "line 1, column 4: expected a comma or ]"),
        Case("[1}", 2, "line 1, column 3: expected a comma or ]"),
        Case(#"{"a":1 "b"}"#, 7, "line 1, column 8: expected a comma or }"),
        Case("{1}", 1, "line 1, column 2: expected a name in quotes or }"),
        Case(#"{"a":1,}"#, 7, "line 1, column 8: expected a name in quotes"),
        Case(#"{"a" 1}"#, 5, "line 1, column 6: expected a colon"),
        Case(#"{"a":}"#, 5, "line 1, column 6: expected a value"),
        Case(#"{"a":tru}"#, 5, "line 1, column 6: expected a value"),
        Case("[-]", 2, "line 1, column 3: expected a digit"),
        Case("[1.]", 3, "line 1, column 4: expected a digit"),
        Case("1e", 2, "line 1, column 3: the text ends before a digit"),
        Case("[\"é😀\", x]", 11, "line 1, column 8: expected a value"),
        Case("{} x", 3, "line 1, column 4: there is text after the end of the value"),
        Case("\"abc", 4, "line 1, column 5: the text ends before the rest of a string"),
        Case("\"a\tb\"", 2, "line 1, column 3: a string has the control character \\u0009 without an escape"),
        Case("\"\u{1B}\"", 1, "line 1, column 2: a string has the control character \\u001b without an escape"),
        Case(#""a\x""#, 2, "line 1, column 3: a backslash is not followed by a valid escape"),
        Case(#""\u00g0""#, 1, "line 1, column 2: a backslash is not followed by a valid escape"),
        Case(#""a\ud800""#, 2, "line 1, column 3: a surrogate has no other half"),
        Case(#""\udc00\ud800""#, 1, "line 1, column 2: a surrogate has no other half"),
        Case("[1e999]", 1, "line 1, column 2: the number is beyond the range of a double"),
        Case("\u{FEFF}{}", 0, "line 1, column 1: expected a value"),
    ])
    func `a syntax error reports its position and the expected token`(_ fault: Case) throws {
        let bytes = Array(fault.text.utf8)
        let found = try #require(refusal(of: bytes))
        #expect(found.offset == fault.offset)
        #expect(found.message(in: bytes.span) == fault.message)
    }

    @Test func `a fault in bytes that are not UTF-8 has a position`() throws {
        let bytes: [UInt8] = [0x22, 0x61, 0xC3, 0x28, 0x22]
        let fault = try #require(refusal(of: bytes))
        #expect(fault.reason == .invalidUTF8)
        #expect(fault.offset == 2)
        #expect(fault.position(in: bytes.span) == (1, 3))
    }

    @Test(arguments: [
        (0, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 1), (8, 2, 2), (9, 2, 3), (10, 3, 1), (11, 4, 1),
    ])
    func `a position counts lines and scalars`(offset: Int, line: Int, column: Int) {
        let text = Array("é\r\n😀x\n\nz".utf8)
        #expect(JSONFault.position(of: offset, in: text.span) == (line, column))
    }
}
