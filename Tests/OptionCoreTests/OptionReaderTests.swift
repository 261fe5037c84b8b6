import SystemCore
import Testing

@testable import OptionCore

/// Tests of command lines that are read into settings.
@Suite struct OptionReaderTests {
    struct Settings: Equatable {
        var isLoud = false
        var name: String?
        var pace = Pace.slow
    }

    enum Pace: String, CaseIterable {
        case slow
        case medium
        case fast
    }

    static let options: [Option<Settings>] = [
        Option("--loud", "says more") { $0.isLoud = true }.short("-l"),
        .text("--name", "NAME", "whom to greet") { $0.name = $1 }.short("-n"),
        Option("--pace", among: Pace.allCases.map(\.rawValue), "how fast") {
            $0.pace = Pace(rawValue: $1) ?? $0.pace
        }.short("-p"),
    ]

    @Test(
        arguments: [
            ([], [], Settings()),
            (["--loud", "a", "--loud"], ["a"], Settings(isLoud: true)),
            (["a", "--name", "n", "b"], ["a", "b"], Settings(name: "n")),
            (["--name=n=m"], [], Settings(name: "n=m")),
            (["--name", "--loud"], [], Settings(name: "--loud")),
            (["--name", "--", "a"], ["a"], Settings(name: "--")),
            (["--name=n", "--name=m"], [], Settings(name: "m")),
            (["--pace", "fast", "-", ""], ["-", ""], Settings(pace: .fast)),
            (["-1", "-2.5e3", "--name", "-3"], ["-1", "-2.5e3"], Settings(name: "-3")),
            (["-ln", "n", "a"], ["a"], Settings(isLoud: true, name: "n")),
            (["-lnn", "-p", "fast"], [], Settings(isLoud: true, name: "n", pace: .fast)),
            (["-nl"], [], Settings(name: "l")), (["-n-5", "a"], ["a"], Settings(name: "-5")),
            (["-n=l", "-lp=fast"], [], Settings(isLoud: true, name: "l", pace: .fast)),
            (["-ll", "--", "-ln"], ["-ln"], Settings(isLoud: true)),
            (["--", "--loud", "--", "-x"], ["--loud", "--", "-x"], Settings()),
        ] as [([String], [String], Settings)]
    )
    func `the reader applies options and returns other words in order`(
        line: [String],
        words: [String],
        settings: Settings
    ) throws {
        let (read, result) = try Self.read(line)
        #expect(read == words)
        #expect(result == settings)
    }

    @Test(
        arguments: [
            (["--luod"], .unknown("--luod", nearest: "--loud"), "there is no option --luod; did you mean --loud?"),
            (["-x=\u{1B}"], .unknown("-x", nearest: nil), "there is no option -x"),
            (["-lx"], .unknown("-lx", nearest: nil), "there is no option -lx"),
            (["-loud"], .unknown("-loud", nearest: "--loud"), "there is no option -loud; did you mean --loud?"),
            (["-l=yes"], .takesNoValue(option: "--loud"), "--loud takes no value"),
            (["-ll=yes"], .takesNoValue(option: "--loud"), "--loud takes no value"),
            (["-ln"], .noValue(option: "--name", placeholder: "NAME"), "--name needs a value: --name NAME"),
            (
                ["-ln="], .value("", option: "--name", expectation: "a text that is not empty"),
                "--name must be a text that is not empty, got \"\""
            ),
            (["--loud=yes"], .takesNoValue(option: "--loud"), "--loud takes no value"),
            (["a", "--name"], .noValue(option: "--name", placeholder: "NAME"), "--name needs a value: --name NAME"),
            (
                ["--name="], .value("", option: "--name", expectation: "a text that is not empty"),
                "--name must be a text that is not empty, got \"\""
            ),
            (
                ["--pace=\u{1B}"], .value("\u{1B}", option: "--pace", expectation: "slow, medium or fast"),
                "--pace must be slow, medium or fast, got \\u{1b}"
            ),
        ] as [([String], OptionFault, String)]
    )
    func `an invalid option is refused with a message`(line: [String], fault: OptionFault, sentence: String) {
        #expect(throws: fault) { try Self.read(line) }
        #expect(fault.description == sentence)
    }

    @Test func `the reader splits a line by the shapes of its options`() throws {
        var reader = OptionReader(["a", "--name", "--loud", "--loud", "--pace=none", "--", "--name"])
        var parts: [OptionReader.Part] = []
        while let part = try reader.next({ (name) throws(OptionFault) in
            guard let option = Option.named(name, in: Self.options) else { throw .unknown(name, among: []) }
            return option.shape
        }) {
            parts.append(part)
        }
        // The value of --pace is wrong, which only the code that applies the option can report.
        #expect(
            parts == [
                .word("a"), .option(GivenOption("--name", "--loud")),
                .option(GivenOption("--loud", "")), .option(GivenOption("--pace", "none")),
                .word("--name"),
            ]
        )
    }

    @Test func `an option of another table is not applied, and the caller is informed`() throws {
        var settings = Settings()
        let name = Self.options.filter { $0.shape.name == "--name" }
        #expect(try Option.apply(GivenOption("--name", "n"), among: name, to: &settings))
        #expect(try !Option.apply(GivenOption("--loud", ""), among: name, to: &settings))
        #expect(settings == Settings(name: "n"))
    }

    @Test func `help shows the placeholder of a value or its choices`() {
        #expect(
            Self.options.map(\.shape.usage)
                == ["-l, --loud", "-n NAME, --name NAME", "-p slow|medium|fast, --pace slow|medium|fast"]
        )
        #expect(Columns.text([("a", "one"), ("bcd", "two")]) == "  a    one\n  bcd  two\n")
    }

    @Test(arguments: [
        ("/run/user/1000/tuner/tunerd.sock", "/run/user/1000/tuner/tunerd.sock"), ("", "''"), ("a b", "'a b'"),
        ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("~", "'~'"), ("/tmp/ü", "/tmp/ü"), ("a\n", "'a\n'"),
    ])
    func `a word is quoted when a shell would split or expand the word`(text: String, word: String) {
        #expect(text.shellWord == word)
    }

    private static func read(_ line: [String]) throws -> ([String], Settings) {
        var settings = Settings()
        var reader = OptionReader(line.map { RawText($0) })
        var words: [String] = []
        while let word = try reader.next(options, for: &settings) {
            words.append(word.path)
        }
        return (words, settings)
    }
}
