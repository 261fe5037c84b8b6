import JSONCore
import Testing

/// Tests of JSON with a line for each member and element.
struct IndentedTests {
    private static let object = """
        {
          "a": [
            1,
            "x, {\\"y\\": [\\\\"
          ],
          "b": {},
          "c": [],
          "d": {
            "e": -1.50
          }
        }
        """

    @Test(arguments: [
        ("1", "1"), (#" "a:b" "#, #""a:b""#), ("[]", "[]"), ("{ }", "{}"), ("[ \n ]", "[]"), ("[[]]", "[\n  []\n]"),
        ("[{},null]", "[\n  {},\n  null\n]"),
        (#"{"a":[1,"x, {\"y\": [\\"],"b":{},"c":[],"d":{"e":-1.50}}"#, object), (object, object),
    ])
    func `each member and element has its line, and scalars keep their bytes`(text: String, indented: String) throws {
        #expect(try lines(of: text) == indented)
    }

    @Test func `a value inside of others is indented as they are`() throws {
        #expect(try lines(of: "[1]", depth: 2) == "[\n      1\n    ]")
    }

    private func lines(of text: String, depth: Int = 0) throws -> String {
        let value = try JSON.check(text.utf8.span)
        var buffer = ByteBuffer()
        buffer.append(indenting: text.utf8.span, in: value.source, depth: depth)
        return String(decoding: [UInt8](buffer), as: UTF8.self)
    }
}
