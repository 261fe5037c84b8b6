import JSONCore
import SourceEngine
import Testing

@Suite struct NumberLiteralTests {
    struct Case {
        let old: String
        let value: String
        let new: String
        var language = SourceLanguage.swift
    }

    @Test(arguments: [
        Case(old: "12", value: "18", new: "18"),
        Case(old: "12", value: "-18", new: "-18"),
        Case(old: "12", value: "18.5", new: "18.5"),
        Case(old: "-12", value: "3", new: "3"),
        Case(old: "12.0", value: "18", new: "18.0"),
        Case(old: "12.50", value: "18.125", new: "18.125"),
        Case(old: "12.50", value: "18", new: "18.00"),
        Case(old: "3.14", value: "2", new: "2.0"),
        Case(old: "0x0C", value: "18", new: "0x12"),
        Case(old: "0x0C", value: "10", new: "0x0A"),
        Case(old: "0xff", value: "171", new: "0xab"),
        Case(old: "0x0C", value: "4660", new: "0x1234"),
        Case(old: "0b0000_1111", value: "16", new: "0b0001_0000"),
        Case(old: "0o17", value: "8", new: "0o10"),
        Case(old: "-0x0C", value: "-18", new: "-0x12"),
        Case(old: "1e3", value: "2500", new: "2.5e3"),
        Case(old: "1e3", value: "18", new: "1.8e1"),
        Case(old: "1E-06", value: "0.00025", new: "250E-06"),
        Case(old: "1.0e+3", value: "3000", new: "3.0e+3"),
        Case(old: "1e3", value: "0", new: "0e3"),
        Case(old: "1_000_000", value: "2500000", new: "2_500_000"),
        Case(old: "1_000", value: "999", new: "999"),
        Case(old: "1'000'000", value: "1234567", new: "1'234'567", language: .c),
        Case(old: "12.5f", value: "18", new: "18.0f", language: .c),
        Case(old: "12L", value: "18", new: "18L", language: .c),
        Case(old: ".5", value: "0.25", new: ".25", language: .c),
        Case(old: ".5", value: "2", new: "2.0", language: .python),
        Case(old: "5.", value: "6", new: "6.", language: .python),
        Case(old: "+5", value: "6", new: "+6", language: .python),
        Case(old: "10n", value: "11", new: "11n", language: .javaScript),
        Case(old: "1.25", value: "1.5", new: "1.5", language: .json),
        Case(old: "0", value: "1e-7", new: "0.0000001"),
    ])
    func `a number keeps its style`(_ example: Case) throws {
        let literal = try SourceLiteral(example.old.utf8.span, example.language)
        #expect(try text(literal.rewritten(to: JSON.parse(example.value.utf8.span))) == example.new)
    }

    @Test(arguments: [
        ("0x0C", "18.5", SourceLanguage.swift), ("12", "1e300", .swift), ("12u", "-1", .c), ("12L", "18.5", .c),
        ("10n", "1.5", .javaScript),
    ])
    func `a style that cannot express a value is refused`(
        _ old: String,
        _ value: String,
        _ language: SourceLanguage
    ) throws {
        let literal = try SourceLiteral(old.utf8.span, language)
        #expect(throws: LiteralFault.inexpressible) { try literal.rewritten(to: JSON.parse(value.utf8.span)) }
    }

    @Test(arguments: [
        ("a", SourceLanguage.swift), ("12 * 2", .swift), ("f(12)", .swift), ("012", .c), ("1_000", .json),
        ("+1", .json), (".5", .json), ("1.", .swift), ("0x1p3", .swift), ("12f", .swift), ("- 12", .swift),
        ("", .swift),
        ("1__0_", .swift), ("99999999999999999999999", .c), ("1e9999", .swift), (".seconds(3)", .swift), ("-", .swift),
        ("0x", .swift), ("1'000", .python),
    ])
    func `what is not a plain number is refused`(_ source: String, _ language: SourceLanguage) {
        // A number that has more digits than JSON keeps is not the value of the source.
        #expect(throws: LiteralFault.self) {
            let literal = try SourceLiteral(source.utf8.span, language)
            _ = try literal.rewritten(to: .boolean(true))
        }
    }

    @Test func `the same value changes nothing`() throws {
        #expect(try text(SourceLiteral("0x0c".utf8.span, .swift).rewritten(to: .double(12))) == "0x0c")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
