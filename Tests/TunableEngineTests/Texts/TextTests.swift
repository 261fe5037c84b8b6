import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct TextTests {
    @Test(arguments: [
        ("true", true), ("TRUE", true), ("1", true), ("yes", true), ("Y", true), ("On", true), ("false", false),
        ("0", false), ("no", false), ("N", false), ("OFF", false),
    ])
    func `words such as yes and off are parsed as booleans`(text: String, boolean: Bool) throws {
        #expect(try TextValue.value(of: text, as: TunableType.boolean) == .boolean(boolean))
        #expect(try TextValue.value(of: text, as: FreeKind.boolean) == .boolean(boolean))
    }

    @Test(arguments: [
        (TunableType.number, "1", "1"), (.number, "1.0", "1.0"), (.number, "-1e3", "-1e3"), (.integer, "18.0", "18.0"),
        (.number, ".5", "0.5"), (.integer, "+5", "5"), (.string, ".5", #"".5""#), (.string, "1", #""1""#),
        (.string, "", #""""#), (.string, "null", #""null""#), (.string, "\"q\"", #""\"q\"""#),
        (.array, "[1, 2]", "[1,2]"), (.object, #"{"a": null}"#, #"{"a":null}"#),
    ])
    func `the declared type determines how a text is parsed`(type: TunableType, text: String, value: String) throws {
        #expect(try TextValue.value(of: text, as: type) == JSON.parse(value))
    }

    @Test(arguments: [
        (TunableType.boolean, "maybe", "k must be true or false (or 1, yes, y, on, 0, no, n, off), got \"maybe\""),
        (.boolean, "", "k must be true or false (or 1, yes, y, on, 0, no, n, off), got \"\""),
        (.number, "12px", "k must be a number, got \"12px\""),
        (.number, "\"1\"", "k must be a number, got \"\"1\"\""),
        (
            .integer, "1e999",
            "k cannot be 1e999: a number must be between -1.7976931348623157e+308 and 1.7976931348623157e+308"
        ),
        (
            .array, "[1, -12345678901234567890]",
            "k cannot be -12345678901234567890: a whole number must be between -9223372036854775808 and "
                + "9223372036854775807; the nearest double is -1.2345678901234567e+19"
        ),
        (.array, "a,b", "k must be an array as JSON: line 1, column 1: expected a value"),
        (.array, "{}", "k must be an array, got an object"),
        (.object, "[]", "k must be an object, got an array"),
    ])
    func `a text that does not fit its type is refused`(type: TunableType, text: String, sentence: String) {
        let fault = #expect(throws: TextFault.self) { try TextValue.value(of: text, as: type) }
        #expect(fault?.sentence(about: "k", text: text) == sentence)
    }

    @Test(arguments: [
        "9223372036854775808", "+12345678901234567890", "[1e400]", "-1e999", "{\"a\":[18446744073709551615]}",
    ])
    func `a text with a number that no value can keep stays a text`(text: String) {
        #expect(TextValue.unkeepable(text) != nil)
        #expect(TextValue.value(of: text) == .string(text))
        #expect(throws: TextFault.self) { try TextValue.value(of: text, as: TunableType.number) }
    }

    @Test(arguments: [
        "9223372036854775807", "-9223372036854775808", "1e19", "12345678901234567000", "-0",
        "0.12345678901234567890123",
        "1.2345678901234567e19", "\"12345678901234567890\"", "12345678901234567890px", "1e400 px",
    ])
    func `a number that reads back with the same digits, and any other text, can be kept`(text: String) {
        #expect(TextValue.unkeepable(text) == nil)
    }

    @Test(
        arguments: [
            ("18", 18), ("1.0", 1.0), ("true", true), ("\"a\"", "a"), ("[1]", [1]), ("{\"a\":1}", ["a": 1]), ("a", "a"),
            ("", ""), ("yes", "yes"), ("[1", "[1"), ("null", nil), ("18 px", "18 px"), (".5", 0.5), ("+5", 5),
            ("5.", 5),
            ("-.5e1", -5.0), ("+.5", 0.5), (".", "."), ("+", "+"), ("1.2.3", "1.2.3"), ("007", "007"), ("5.e", "5.e"),
        ] as [(String, JSON)]
    )
    func `for an undeclared key, a JSON text is parsed as its value`(text: String, value: JSON) {
        #expect(TextValue.value(of: text) == value)
    }

    @Test(
        arguments: [
            (18, "18"), (1.0, "1.0"), (true, "true"), ("a b", "a b"), ("", ""), ("a\nb", #""a\nb""#),
            ([1, "a"], #"[1,"a"]"#), (["a": nil], #"{"a":null}"#), ("tab\t", "tab\t"),
        ] as [(JSON, String)]
    )
    func `a value is printed on one line`(value: JSON, line: String) {
        #expect(value.line == line)
    }
}
