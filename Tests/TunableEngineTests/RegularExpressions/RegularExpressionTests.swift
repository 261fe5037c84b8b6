import TestSupport
import Testing
import TunableEngine

@Suite struct RegularExpressionTests {
    @Test(arguments: [
        ("", ["", "a"], []),
        ("b", ["b", "abc"], ["", "a"]),
        ("^b", ["b", "bc"], ["ab"]),
        ("b$", ["b", "ab"], ["bc", "b\n"]),
        ("^$", [""], ["a", "\n"]),
        ("^ab|cd$", ["abx", "xcd"], ["xab", "cdx"]),
        ("^(ab|cd)$", ["ab", "cd"], ["abcd", ""]),
        ("^(?:a|)b$", ["ab", "b"], ["aab"]),
        ("^a*$", ["", "aaa"], ["b", "ab"]),
        ("^a+?$", ["a", "aaa"], [""]),
        ("^ab??c$", ["ac", "abc"], ["abbc"]),
        ("^a{2}$", ["aa"], ["a", "aaa"]),
        ("^a{2,}$", ["aa", "aaaaa"], ["a"]),
        ("^a{2,3}?$", ["aa", "aaa"], ["a", "aaaa"]),
        ("^a{0}$", [""], ["a"]),
        ("^(a{2}){2}$", ["aaaa"], ["aaa", "aaaaa"]),
        ("^(a*)*$", ["", "aaaa"], ["b"]),
        ("^(a|b*)+$", ["", "abba"], ["c"]),
        ("^(?:){1000000}$", [""], ["a"]),
        (".", ["a", "\u{1F600}"], ["", "\n", "\r", "\u{2028}", "\u{2029}"]),
        ("^.$", ["\u{1F600}", "é"], ["e\u{301}", "ab"]),
        ("^[abc]$", ["a", "c"], ["d", ""]),
        ("^[^abc]$", ["d", "\n"], ["a"]),
        ("^[a-cx-z]$", ["b", "y"], ["m", "-"]),
        ("^[a-zb-cd]$", ["m", "y"], ["A"]),
        ("^[-a]$", ["-", "a"], ["b"]),
        ("^[a-]$", ["-", "a"], ["b"]),
        (#"^[\d-]$"#, ["5", "-"], ["d"]),
        (#"^[\]\\^\-]$"#, ["]", "\\", "^", "-"], ["a"]),
        ("^[.*+?(){}|$/]+$", [".*+?(){}|$/"], ["a"]),
        ("^[^]$", ["a", "\n"], [""]),
        ("[]", [], ["", "a"]),
        ("^[à-ü]$", ["é"], ["e", "ÿ"]),
        ("^[😀-😂]$", ["😁"], ["😃"]),
        (#"^\d+$"#, ["0123456789"], ["a", "\u{0660}"]),
        (#"^\D$"#, ["a", "\u{0660}"], ["1"]),
        (#"^\w+$"#, ["aZ_9"], ["é", "-"]),
        (#"^[\W]$"#, ["é", "-"], ["a"]),
        (
            #"^\s+$"#, [" \t\n\u{b}\u{c}\r\u{a0}\u{1680}\u{2003}\u{2028}\u{202f}\u{205f}\u{3000}\u{feff}"],
            ["a", "\u{180e}"]
        ),
        (#"^\S$"#, ["a", "\u{200b}"], [" "]),
        (#"\bfoo\b"#, ["foo", "a foo b", "-foo-"], ["food", "éfoo_"]),
        (#"\Boo\B"#, ["foods"], ["oo", "foo", "ood"]),
        (#"^\b$"#, [], ["", "a"]),
        (#"^[\b]$"#, ["\u{8}"], ["b"]),
        (#"^\t\n\v\f\r\0$"#, ["\t\n\u{b}\u{c}\r\0"], [""]),
        (#"^\cJ\cj$"#, ["\n\n"], ["J"]),
        (#"^\x41\u0042\u{43}\u{000044}$"#, ["ABCD"], ["abcd"]),
        (#"^\uD83D\uDE00$"#, ["😀"], ["a"]),
        (#"^[\uD83D\uDE00]$"#, ["😀"], ["a"]),
        (#"\uD83D"#, [], ["😀"]),
        (#"^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$"#, [#"^$\.*+?()[]{}|/"#], []),
        (#"^\p{Lu}\p{Ll}$"#, ["Éa"], ["ÉA", "éa"]),
        (#"^\p{Letter}\P{L}$"#, ["Ж1"], ["11", "ЖЖ"]),
        (#"^\p{gc=Nd}+$"#, ["1\u{0660}"], ["Ⅷ"]),
        (#"^[\p{Alphabetic}\d]+$"#, ["aé1"], ["-"]),
        (#"^[^\p{L}\d]$"#, ["-"], ["a", "1"]),
        (#"^[^\P{L}]$"#, ["a"], ["1"]),
        (#"^\p{Emoji_Presentation}\p{ASCII}\p{Any}$"#, ["😀ab"], ["aab"]),
        (#"^\p{Script=Greek}+$"#, ["αΩ"], ["a", "а"]),
        (#"^\p{sc=Grek}\P{sc=Grek}$"#, ["αa"], ["aα", "αα"]),
        (#"^[\p{sc=Cyrillic}-]+$"#, ["до-свидания"], ["do"]),
        (#"^[^\p{sc=Han}\d]+$"#, ["ab"], ["漢", "1"]),
        (#"^[\P{sc=Han}]$"#, ["a"], ["漢"]),
        // The script of U+30FC is Common, and Hiragana is one of its extensions.
        (#"^\p{sc=Hira}$"#, ["ひ"], ["ー", "カ"]),
        (#"^\p{scx=Hira}$"#, ["ひ", "ー"], ["カ"]),
        (#"^\p{Script_Extensions=Common}$"#, ["1", "!"], ["ー", "a"]),
        (#"^\p{Script=Zyyy}$"#, ["1", "ー"], ["a"]),
        (#"^\p{sc=Qaai}$"#, ["\u{301}"], ["a"]),
        (#"^\p{sc=Unknown}$"#, ["\u{378}", "\u{E000}", "\u{10FFFF}"], ["a", "α", "\u{301}"]),
        (#"^\p{Emoji_Component}$"#, ["1", "#", "\u{200D}", "\u{1F1E6}", "\u{E0020}"], ["a", "😀"]),
        (#"^\p{Extended_Pictographic}$"#, ["😀", "©", "\u{1FAFF}"], ["1", "\u{1F1E6}"]),
        (#"^\p{RI}\p{Regional_Indicator}$"#, ["🇨🇭"], ["ch"]),
        (#"^\P{ExtPict}\P{EComp}$"#, ["aa"], ["😀a", "a1"]),
        ("^(?<year>[0-9]{4})-(?<month>[0-9]{2})$", ["2026-08"], ["26-8"]),
        ("^#([0-9a-fA-F]{3}){1,2}$", ["#fff", "#00ff7F"], ["#ffff", "fff"]),
        ("a{1000}", [String(repeating: "a", count: 1_000)], [String(repeating: "a", count: 999)]),
    ])
    func `a pattern matches the same texts as in ECMAScript`(
        pattern: String,
        matched: [String],
        others: [String]
    ) throws {
        let expression = try RegularExpression(pattern)
        for text in matched {
            #expect(try expression.matches(text), "\(pattern) in \(text.debugDescription)")
        }
        for text in others {
            #expect(try !expression.matches(text), "\(pattern) in \(text.debugDescription)")
        }
    }

    @Test(
        arguments: [
            (#"(a)\1"#, .unsupported(.backreference), 3),
            (#"(?<n>a)\k<n>"#, .unsupported(.backreference), 7),
            ("a(?=b)", .unsupported(.lookAhead), 1),
            ("a(?!b)", .unsupported(.lookAhead), 1),
            ("(?<=b)a", .unsupported(.lookBehind), 0),
            ("(?<!b)a", .unsupported(.lookBehind), 0),
            ("(?i:a)", .unsupported(.modifiers), 0),
            ("*a", .nothingToRepeat, 0),
            ("a**", .nothingToRepeat, 2),
            ("^*", .nothingToRepeat, 1),
            (#"\b+"#, .nothingToRepeat, 2),
            ("(?a)", .groupKind, 0),
            ("(a", .unclosed("("), 0),
            ("a)", .stray(")"), 1),
            ("[a", .unclosed("["), 0),
            ("a]", .stray("]"), 1),
            ("{1}", .stray("{"), 0),
            ("a{", .stray("{"), 1),
            ("a{1", .unclosed("{"), 1),
            ("a{,3}", .stray("{"), 1),
            ("a{x}", .stray("{"), 1),
            ("a}", .stray("}"), 1),
            ("a{3,2}", .backwards("{3,2}"), 1),
            ("[z-a]", .backwards("z-a"), 1),
            (#"[\d-z]"#, .rangeOfClasses, 1),
            (#"[a-\w]"#, .rangeOfClasses, 1),
            (#"\"#, .escape("\\"), 0),
            (#"\a"#, .escape(#"\a"#), 0),
            (#"\-"#, .escape(#"\-"#), 0),
            (#"\00"#, .escape(#"\0"#), 0),
            (#"\c1"#, .escape(#"\c1"#), 0),
            (#"\xg1"#, .escape(#"\xg1"#), 0),
            (#"\u12"#, .escape(#"\u"#), 0),
            (#"\u{110000}"#, .escape(#"\u{110000}"#), 0),
            (#"\u{+1}"#, .escape(#"\u{+1}"#), 0),
            (#"\p"#, .escape(#"\p"#), 0),
            (#"\p{Klingon}"#, .property("Klingon"), 0),
            (#"a\p{Script=Klingon}"#, .property("Script=Klingon"), 1),
            (#"\p{Greek}"#, .property("Greek"), 0),
            (#"\p{script=Greek}"#, .property("script=Greek"), 0),
            (#"\p{sc=greek}"#, .property("sc=greek"), 0),
            (#"\p{sc=}"#, .property("sc="), 0),
            (#"\p{sc=Emoji_Component}"#, .property("sc=Emoji_Component"), 0),
            (#"\p{gc=Greek}"#, .property("gc=Greek"), 0),
            (String(repeating: #"\p{sc=Common}"#, count: 1_000), .tooLarge(limit: 4_096), 0),
            ("(?<1>a)", .groupName("1"), 0),
            ("(?<a>a)(?<a>b)", .groupName("a"), 7),
            ("(a{1000}){1000}", .tooLarge(limit: 4_096), 0),
            ("((a{0,100}){0,100}){0,100}", .tooLarge(limit: 4_096), 0),
            ("a{5000}", .tooLarge(limit: 4_096), 0),
            ("a{0,99999999999999999999}", .tooLarge(limit: 4_096), 0),
            ("((((a{99999999999}){99999999999}){99999999999}){99999999999}){99999999999}", .tooLarge(limit: 4_096), 0),
            (String(repeating: "(", count: 100_000), .tooDeep(limit: 100), 100),
        ] as [(String, RegularExpressionFault.Reason, Int)]
    )
    func `an invalid pattern is refused with the reason and its position`(
        pattern: String,
        reason: RegularExpressionFault.Reason,
        offset: Int
    ) {
        #expect(throws: RegularExpressionFault(reason, at: offset)) { try RegularExpression(pattern) }
    }

    /// A fault behind the limit shows that the parser read on.
    @Test(arguments: [
        "a", "^", "|", "()", #"\d"#, #"\p{sc=Zyyy}"#, "a{0}", "[]", #"[\p{sc=Zyyy}\P{sc=Zyyy}]"#,
    ])
    func `the parser stops at the limit of parts`(part: String) {
        #expect(throws: RegularExpressionFault(.tooLarge(limit: 4_096), at: 0)) {
            try RegularExpression(String(repeating: part, count: 5_000) + "(")
        }
    }

    @Test(arguments: ["a", #"\p{L}"#, #"\p{sc=Zyyy}"#])
    func `the parser stops in a class that is too large`(item: String) {
        #expect(throws: RegularExpressionFault(.tooLarge(limit: 4_096), at: 0)) {
            try RegularExpression("[" + String(repeating: item, count: 40_000))
        }
    }

    @Test(arguments: ["a", "(a)", "[a-z]", "[^a-z0-9_]", #"\d"#, "(?:a)"])
    func `a pattern may have as many parts as the limit`(part: String) throws {
        _ = try RegularExpression(String(repeating: part, count: 4_096))
    }

    /// For each of these, a backtracking matcher would need centuries.
    @Test(arguments: [
        "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(a*)*b", "(.*)*x", "(.*){5}[xy]$", "^(([a-z])+.)+[A-Z]([a-z])+$",
    ])
    func `a pattern that is hard for backtracking finishes on a long text`(pattern: String) throws {
        let text = String(repeating: "a", count: 5_000) + "!"
        #expect(try !RegularExpression(pattern).matches(text))
    }

    @Test func `groups may nest up to the limit`() throws {
        let deep = String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100)
        #expect(try RegularExpression(deep).matches("a"))
    }

    @Test(arguments: [
        (#"(a)\1"#, "has a backreference, which is not supported, at character 4"),
        ("a**", "has a quantifier with nothing to repeat at character 3"),
        ("(a{1000}){1000}", "is too large: it may have at most 4096 parts, including counted repeats"),
        ("a}", #"has an unescaped }, which must be written \}, at character 2"#),
        ("[b-a]", "has a range out of order, b-a, at character 2"),
    ])
    func `a pattern fault has a readable message`(pattern: String, sentence: String) {
        let fault = #expect(throws: RegularExpressionFault.self) { try RegularExpression(pattern) }
        #expect(fault?.description == sentence)
    }
}
