import SourceEngine
import Testing

@Suite struct KeyScannerTests {
    @Test(arguments: [
        (#"@Tunable("a.b", default: 12) var x: Double"#, SourceLanguage.swift, "tunable a.b 12"),
        ("@Tunable(\n    \"a.b\",\n    default: -1.5, // why\n    in: 0...1) var x", .swift, "tunable a.b -1.5"),
        (#"let x = Tunable("a.b", [1, 2], in: 0...4)"#, .swift, "tunable a.b [1, 2]"),
        (#"let x = Tunable<[String: Int]>("a.b", default: f(1, 2))"#, .swift, "tunable a.b f(1, 2)"),
        (#"@Flag("a.b", default: false) var x"#, .swift, "flag a.b false"),
        (#"x = self.tuner.get("a.b", 1.0)"#, .python, "tunable a.b 1.0"),
        (#"x = tuner.get('a.b')"#, .python, "tunable a.b -"),
        (#"x = other.get("a.b", 1)"#, .python, "- a.b -"),
        (#"x = mytuner.get("a.b", 1)"#, .python, "- a.b -"),
        ("if (tuner.flag(`a.b`, true)) {}", .javaScript, "flag a.b true"),
        (#"get("a.b"); // get("c.d")"#, .c, "- a.b -"),
        ("/* \"c.d\" */ get('x', \"a.b\")", .c, "- a.b -"),
        (#"fn f<'a>(x: &'a str) { g("a.b") }"#, .c, "- a.b -"),
        (##"# it's "c.d""##, .python, ""),
        (#"g("a b", "c\"d", "a.b")"#, .swift, "- a.b -"),
        (#"say "a.b", don't"#, .other, "- a.b -"),
        (#"@Tunable("a.b", default: 12"#, .swift, "tunable a.b -"),
        ("\"unterminated\ng(\"a.b\")", .swift, "- a.b -"),
        (#"tunerctl get a.b"#, .shell, "tunable a.b -"),
        (#"x=$(tunerctl get --default 12 --as integer "a.b")"#, .shell, "tunable a.b 12"),
        ("tunerctl set \\\n  a.b 5 | cat x.y # c.d", .shell, "tunable a.b -"),
        ("tunerctl list a.b", .shell, ""),
        (
            ##"x="$(tunerctl get --default "12" a.b)"; y='$(tunerctl get c.d)'; tunerctl get e"##, .shell,
            "tunable a.b \"12\"; tunable e -"
        ),
        ("tunerctl get --default=12 a.b", .shell, "tunable a.b 12"),
        ("--[[\ntuner.get('c.d', 1)\n]] tuner.get('a.b', 1)", .lua, "tunable a.b 1"),
        ("--[==[ tuner.get('c.d', 1) ]] ]==]\nx = [[tuner.get('c.d', 1)]]; tuner.get('a.b', 1)", .lua, "tunable a.b 1"),
        ("=begin\ntuner.get('c.d')\n=end\ntuner.get('a.b')\n__END__\ntuner.get('c.d')", .ruby, "tunable a.b -"),
        (###"let x = r#"a " b"#; tuner.get("a.b", 1)"###, .c, "tunable a.b 1"),
        (###"auto x = R"(a " b)"; tuner.get("a.b", 1)"###, .c, "tunable a.b 1"),
        (###"var x = @"c:\"; tuner.get("a.b", 1);"###, .c, "tunable a.b 1"),
        (###"let x = #"a " b"#; tuner.get("a.b", 1)"###, .swift, "tunable a.b 1"),
        ("x = \"\"\"tuner.get('c.d', 1)\"\"\"; tuner.get('a.b', 1)", .dart, "tunable a.b 1"),
        ("var s = 'say \"hi'; tuner.get('a.b', 12); // 'http://x'", .dart, "tunable a.b 12"),
        ("\u{FEFF}tuner.get('a.b', 1)", .python, "tunable a.b 1"),
        ("echo tunerctl; get a.b", .shell, ""),
        (#"{"a.b": 1}"#, .json, ""),
    ])
    func `a key is found in its form`(_ source: String, _ language: SourceLanguage, _ expected: String) {
        let text = Array(source.utf8)
        let uses = KeyScanner().uses(in: text.span, language)
        let found = uses.map { use in
            let fallback = use.defaultRange.map { String(decoding: text[$0], as: UTF8.self) }
            #expect(String(decoding: text[use.keyRange], as: UTF8.self) == use.key)
            return "\(use.subject?.rawValue ?? "-") \(use.key) \(fallback ?? "-")"
        }
        #expect(found.joined(separator: "; ") == expected)
    }

    @Test func `a call has its whole range`() throws {
        let text = Array(#"if !tuner.flag("a.b", (true), ")") { f() }"#.utf8)
        let use = try #require(KeyScanner().uses(in: text.span, .swift).first)
        let range = try #require(use.callRange)
        #expect(String(decoding: text[range], as: UTF8.self) == #"tuner.flag("a.b", (true), ")")"#)
    }

    @Test func `a declaration with an attribute is no call`() {
        #expect(KeyScanner().uses(in: #"@Flag("a", default: true) var a"#.utf8.span, .swift)[0].callRange == nil)
    }

    @Test(arguments: [
        (
            #"{"a": {"b": 1, "c": {"d": [1, {"e": 2}]}}, "f.g": "x"}"#, SourceLanguage.json,
            #"a={"b": 1, "c": {"d": [1, {"e": 2}]}}; a.b=1; a.c={"d": [1, {"e": 2}]}; a.c.d=[1, {"e": 2}]; f.g="x""#
        ),
        (#"{"a b": {"c": 1}, "d": 2}"#, .json, "d=2"),
        ("[1]", .json, ""),
        ("{", .json, ""),
        (
            "a:\n  b: 1 # why\n  c:\n    d: 'x # y'\n  e: [1, 2]\nf.g: two words  \n", .yaml,
            "a=-; a.b=1; a.c=-; a.c.d='x # y'; a.e=[1, 2]; f.g=two words"
        ),
        ("a:\n- b: 1\n  c: 2\nd: |\n  e: 1\nf: 2", .yaml, "a=-; d=|; f=2"),
        ("---\na: 1\n---\n\"b\": 2\nhttp://x: 3", .yaml, "a=1; b=2"),
    ])
    func `a file of constants has its paths as keys`(_ source: String, _ language: SourceLanguage, _ expected: String) {
        let text = Array(source.utf8)
        let found = KeyUse.constants(in: text.span, language).map { use in
            "\(use.key)=\(use.defaultRange.map { String(decoding: text[$0], as: UTF8.self) } ?? "-")"
        }
        #expect(found.joined(separator: "; ") == expected)
    }
}
