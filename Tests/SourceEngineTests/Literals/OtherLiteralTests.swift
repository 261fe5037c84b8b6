import JSONCore
import SourceEngine
import Testing

@Suite struct OtherLiteralTests {
    struct Case {
        let old: String
        let value: JSON
        let new: String
        let language: SourceLanguage

        init(_ language: SourceLanguage, _ old: String, _ value: JSON, _ new: String) {
            (self.language, self.old, self.value, self.new) = (language, old, value, new)
        }
    }

    @Test(arguments: [
        Case(.swift, "true", .boolean(false), "false"),
        Case(.python, "True", .boolean(false), "False"),
        Case(.yaml, "TRUE", .boolean(false), "FALSE"),
        Case(.swift, #""a""#, .string("b\"\\\n"), #""b\"\\\n""#),
        Case(.swift, #""a""#, .string("\u{1}"), #""\u{1}""#),
        Case(.json, #""a""#, .string("\u{1}é"), #""\u0001é""#),
        Case(.python, "'a'", .string("it's"), #"'it\'s'"#),
        Case(.javaScript, "`a`", .string("${x}"), #"`\${x}`"#),
        Case(.yaml, "'a'", .string("it's"), "'it''s'"),
        Case(.yaml, "plain text", .string("other text"), "other text"),
        Case(.yaml, "plain", .string("true"), #""true""#),
        Case(.yaml, "plain", .string("a: b"), #""a: b""#),
        Case(.shell, "12", .integer(18), "18"),
        Case(.shell, "'12'", .integer(18), "'18'"),
        Case(.shell, #""a""#, .string("$b"), #""\$b""#),
        Case(.shell, "word", .string("two words"), "'two words'"),
        Case(.swift, "[1, 2]", .array([.integer(1), .integer(3)]), "[1, 3]"),
        Case(.swift, "[\n 1.0, // a\n 2.0,\n]", .array([.integer(4), .integer(2)]), "[\n 4.0, // a\n 2.0,\n]"),
        Case(.swift, "[1.0]", .array([.integer(4), .integer(5)]), "[4.0, 5.0]"),
        Case(.swift, #"["a": 1, "b": 2]"#, .pairs("b", .integer(3), "a", .integer(1)), #"["a": 1, "b": 3]"#),
        Case(.swift, "[:]", .pairs("a", .integer(1)), #"["a": 1]"#),
        Case(.javaScript, "{a: 1, 'b': [1]}", .pairs("a", .integer(2), "b", .array([])), "{a: 2, 'b': []}"),
        Case(.json, "{}", .pairs("a", .boolean(true)), #"{"a": true}"#),
        Case(.python, "None", .integer(1), "1"),
        Case(.swift, "1", .null, "1"),
    ])
    func `a literal keeps its style`(_ example: Case) throws {
        let literal = try SourceLiteral(example.old.utf8.span, example.language)
        guard example.value.kind != .null else {
            #expect(throws: LiteralFault.otherKind(literal: .number, value: .null)) {
                try literal.rewritten(to: example.value)
            }
            return
        }
        let new = try literal.rewritten(to: example.value)
        #expect(String(decoding: new, as: UTF8.self) == example.new)
    }

    @Test(arguments: [
        (SourceLanguage.swift, #""\(x)""#), (.swift, "#\"a\"#"), (.swift, "\"\"\"a\"\"\""), (.javaScript, "`${x}`"),
        (.ruby, ##""#{x}""##),
        (.c, #""$x""#), (.python, #"f"a""#), (.shell, #""$x""#), (.swift, "[1, x]"), (.json, "[1,]"),
        (.swift, #"["a": ]"#),
        (.swift, #""a" + "b""#), (.c, "{1}"), (.yaml, "*alias"), (.yaml, "[1"), (.python, #"'\x41'"#),
        (.swift, String(repeating: "[", count: 40)),
    ])
    func `what is not a plain literal is refused`(_ language: SourceLanguage, _ source: String) {
        #expect(throws: LiteralFault.notLiteral) { try SourceLiteral(source.utf8.span, language) }
    }

    @Test(arguments: [
        (SourceLanguage.ruby, "$x y"), (.ruby, "a@x.b"), (.c, "\u{202E}abc"), (.swift, "a\u{2066}"), (.dart, "$x"),
    ])
    func `a text that would mean something else in the source is refused`(
        _ language: SourceLanguage,
        _ text: String
    ) throws {
        let literal = try SourceLiteral(#""a""#.utf8.span, language)
        #expect((try? literal.rewritten(to: .string(text))).map { String(decoding: $0, as: UTF8.self) } == nil)
    }

    @Test func `a value of another kind is refused`() throws {
        let literal = try SourceLiteral("12".utf8.span, .swift)
        #expect(throws: LiteralFault.otherKind(literal: .number, value: .string)) {
            try literal.rewritten(to: .string("12"))
        }
    }

    @Test func `each text is read as it was written, in each language`() throws {
        let texts = [
            "", "a", "it's", #"say "yes""#, "back\\slash", "$x ${y} #{z} `w`", "a\tb", "ä€😀", #"\"#, "'", "/*", "//",
        ]
        for language in SourceLanguage.allCases {
            for quote in ["\"", "'", "`"] {
                guard let literal = try? SourceLiteral("\(quote)old\(quote)".utf8.span, language) else { continue }
                for text in texts {
                    // A form that cannot express a text refuses it; it never writes another one.
                    guard let new = try? literal.rewritten(to: .string(text)) else { continue }
                    let value = try SourceLiteral(new.span, language).value
                    #expect(value == .string(text), "\(language) \(quote)")
                }
            }
        }
    }
}

extension JSON {
    fileprivate static func pairs(_ name: String, _ value: JSON, _ second: String? = nil, _ other: JSON = .null) -> JSON
    {
        var object = JSONObject()
        object[name] = value
        if let second { object[second] = other }
        return .object(object)
    }
}
