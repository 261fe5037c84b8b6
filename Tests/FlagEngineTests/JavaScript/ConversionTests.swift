import JSONCore
import Testing

@testable import FlagEngine

@Suite struct ConversionTests {
    @Test(
        arguments: [
            ("", 0), ("  ", 0), ("12", 12), (" 12\n", 12), ("-1.5e2", -150), (".5", 0.5), ("5.", 5), ("+3", 3),
            ("0x1F", 31), ("0b101", 5), ("0O17", 15), ("Infinity", .infinity), ("-Infinity", -.infinity),
            ("\u{FEFF}7\u{2003}", 7), ("1e400", .infinity), ("9007199254740993", 9_007_199_254_740_992),
        ] as [(String, Double)]
    )
    func `a whole text parses as a number`(text: String, number: Double) {
        #expect(NumberText.whole(text) == number)
    }

    @Test(arguments: [
        "a", "1a", "1,2", "0x", "-0x1", "0xG", "0x`", "0b12", "0x1.", "infinity", "inf", "nan", ".", "e1", "1e",
        "1_000", "--1",
    ])
    func `a text that is not entirely a number parses as NaN`(text: String) {
        #expect(NumberText.whole(text).isNaN)
    }

    @Test(
        arguments: [
            ("3px", 3), (" -1.5e2x", -150), ("1e", 1), ("1.2.3", 1.2), ("0x1F", 0), ("Infinityx", .infinity),
            ("5..", 5),
        ] as [(String, Double)]
    )
    func `the numeric beginning of a text is parsed`(text: String, number: Double) {
        #expect(NumberText.beginning(text) == number)
    }

    @Test(arguments: ["", "px3", "-", ".", "e5", "+-1"])
    func `a text without a numeric beginning parses as NaN`(text: String) {
        #expect(NumberText.beginning(text).isNaN)
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1.234_567_890_123_456_8e20, "123456789012345680000"), (1e-6, "0.000001"), (1e-7, "1e-7"),
            (1.25e-9, "1.25e-9"), (.leastNonzeroMagnitude, "5e-324"),
            (1.797_693_134_862_315_7e308, "1.7976931348623157e+308"),
            (100, "100"), (.nan, "NaN"), (-.infinity, "-Infinity"), (0.000_012_3, "0.0000123"),
        ] as [(Double, String)]
    )
    func `a number is formatted like in JavaScript`(number: Double, text: String) {
        #expect(NumberText.text(number) == text)
    }

    @Test(
        arguments: [
            (nil, false), (.null, false), (false, false), (true, true), (0, false), (-1, true), (0.0, false),
            ("", false),
            ("0", true), ([], false), ([0], true), ([:], true), (.double(.nan), false),
        ] as [(JSON?, Bool)]
    )
    func `truthiness follows JsonLogic`(value: JSON?, holds: Bool) {
        #expect(JavaScript.isTruthy(value) == holds)
    }

    @Test func `rules compare 64-bit integers exactly`() throws {
        let rule = try Rule.compiled(["==": [["var": "id"], 9_007_199_254_740_993]])
        #expect(try rule.value(for: ["id": 9_007_199_254_740_993]) == true)
        #expect(try rule.value(for: ["id": 9_007_199_254_740_992]) == false)
    }

    @Test func `strings are ordered by UTF-16 code units`() throws {
        let rule = try Rule.compiled(["<": [["var": "a"], ["var": "b"]]])
        #expect(try rule.value(for: ["a": "😀", "b": "ﬀ"]) == true)
        #expect(try rule.value(for: ["a": "ﬀ", "b": "😀"]) == false)
        #expect(try rule.value(for: ["a": "é", "b": "ﬀ"]) == true)
        #expect(try rule.value(for: ["a": "ab", "b": "abc"]) == true)
    }
}
