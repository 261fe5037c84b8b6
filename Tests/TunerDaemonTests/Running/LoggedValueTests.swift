import JSONCore
import Testing

@testable import TunerDaemon

/// Tests of values in log lines.
@Suite struct LoggedValueTests {
    @Test(arguments: [
        ("1", "1"), ("-2.5", "-2.5"), ("true", "true"), ("null", "null"), (#""a""#, #""a""#), (#""""#, #""""#),
        (#"[1,"b",[]]"#, #"[1,"b",[]]"#), (#"{"a":{"b":1},"c":2}"#, #"{"a":{"b":1},"c":2}"#),
        (#""\u001b[2J\n\u202e""#, #""\u001b[2J\n\u{202e}""#), (#""a\"b""#, #""a\"b""#),
    ])
    func `a short value is logged as JSON without control characters`(text: String, logged: String) throws {
        #expect(LoggedValue.text(of: try JSON.parse(text)) == logged)
    }

    @Test func `a missing value is logged as none`() {
        #expect(LoggedValue.text(of: nil) == "none")
    }

    @Test func `a long value is cut after 64 characters`() {
        let long = String(repeating: "x", count: 100_000)
        #expect(LoggedValue.text(of: .string(long)) == "\"" + String(repeating: "x", count: 63) + "…")
        let numbers = JSON.array(Array(repeating: .integer(7), count: 100_000))
        #expect(LoggedValue.text(of: numbers) == "[" + String(repeating: "7,", count: 31) + "7…")
        var nested = JSON.integer(1)
        for _ in 0..<100 { nested = .array([nested, nested]) }
        #expect(LoggedValue.text(of: nested) == String(repeating: "[", count: 64) + "…")
    }
}
