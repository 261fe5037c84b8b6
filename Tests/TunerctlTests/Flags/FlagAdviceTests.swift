import BlockingTests
import TestSupport
import Testing

/// What `tunerctl set` prints about a key that is the key of a flag, the real programs.
@Suite(.blocking) struct FlagAdviceTests {
    private func installation(_ options: String...) throws -> Installation {
        let installation = try Installation(.daemon)
        _ = try installation.shell("tunerctl start \(options.isEmpty ? "" : "-- \(options.joined(separator: " "))")")
        let file = try installation.write(FlagFile.text, to: "flags.json")
        #expect(try installation.run("flag", "define", file) == Program.Result(code: 0))
        return installation
    }

    /// Returns the command in the advice about a key that is set to a value.
    private func advice(_ key: String, _ value: String, in installation: Installation) throws -> String? {
        let message = try installation.run("set", key, value).errors
        return message.firstMatch(of: /type: (tunerctl flag .*)\n/).map { String($0.1) }
    }

    @Test(arguments: [
        ("banner", "true", "tunerctl flag on banner"),
        ("theme", "night", "tunerctl flag set theme night"),
        ("size", "2.5", "tunerctl flag set size big"),
        ("box", #"{"w": 1}"#, "tunerctl flag set box a"),
        ("size", "8", "tunerctl flag set size 8"),
        ("theme", "day light", "tunerctl flag set theme 'day light' --string"),
        (
            "box", #"{"words":"\#(String(repeating: "w", count: 120))"}"#,
            #"tunerctl flag set box '{"words":"\#(String(repeating: "w", count: 120))"}'"#
        ),
        ("box", #"{"words":"\#(String(repeating: "w", count: 300))"}"#, "tunerctl flag set box VALUE"),
        ("theme", String(repeating: "w", count: 300), "tunerctl flag set theme TEXT --string"),
    ])
    func `the advised command sets the flag to the value`(key: String, value: String, command: String) throws {
        let installation = try installation()
        #expect(try advice(key, value, in: installation) == command)
        guard !command.contains("VALUE"), !command.contains("TEXT") else { return }
        _ = try installation.run("reset", key)
        #expect(try installation.shell(command).code == 0)
    }

    @Test func `a value of another type than the flag's gives the variants`() throws {
        let installation = try installation()
        let command = "tunerctl flag set banner VARIANT, with a variant of on, off"
        #expect(try advice("banner", "5", in: installation) == command)
    }

    @Test func `a strict daemon names the flag, too`() throws {
        let result = try installation("--strict").run("set", "banner", "true")
        #expect(result.code == 3)
        let start = "banner is a flag, not a declared tunable, and tunerd runs with --strict; "
        #expect(result.errors.hasPrefix(start), "\(result.errors)")
        #expect(result.errors.hasSuffix("set it with: tunerctl flag set banner VARIANT\n"), "\(result.errors)")
    }

    @Test(arguments: [["a=1", "b=2"], ["a", "1"]])
    func `a stored value is a success even if the flags cannot be read`(words: [String]) throws {
        let daemon = try FakeDaemon()
        let result = try start(["--socket", daemon.path, "set"] + words).wait()
        #expect(result.code == 0, "\(result.errors)")
    }
}
