import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// Secret keys in the output of the real `tunerctl`, and in the log of the real `tunerd`.
@Suite(.blocking) struct SecretCommandTests {
    /// A text that every value of the secret key contains.
    private static let hidden = "hunter2"

    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start", "--", "--log-level", "debug", "--log-file", installation.file("log"))
        let enumeration = ["a", "b", "c", "d"].flatMap { ["--enum", "hunter2\($0)"] }
        let words = ["declare", "ui.token", "--type", "string", "--secret", "--default", "hunter2a"] + enumeration
        let declared = try installation.start(words).wait()
        try #require(declared.code == 0, "\(declared)")
        for value in ["hunter2b", "hunter2c"] { _ = try installation.run("set", "ui.token", value) }
        _ = try installation.run("set", "ui.scale", "2")
        _ = try installation.write(#"{"name":"night","values":{"ui.token":"hunter2d"}}"#, to: "night.json")
        _ = try installation.write(#"{"name":"night","values":{"ui.token":"hunter2x"}}"#, to: "wrong.json")
        _ = try installation.write(#"{"ui.token":"hunter2a"}"#, to: "a.json")
        _ = try installation.write(#"{"ui.token":"hunter2b"}"#, to: "b.json")
        _ = try installation.write(#"{"ui.token":"hunter2x"}"#, to: "x.json")
    }

    /// Lines of a shell that do not print a value of the secret key.
    private static let lines = [
        "list", "list --json", "list --search token", "describe ui.token", "describe ui.token --json", "export",
        "schema", "last", "history", "history --json", "call tunables.list", "call tunables.history",
        "call tunables.set key=ui.token value=hunter2b", "set ui.token hunter2c --json", "set ui.token hunter2x",
        "set ui.token 7", "set ui.token hunter2a --clamp", "set ui.token=hunter2b ui.scale=3 --json",
        "set ui.token=hunter2x ui.scale=3", "update ui.token=hunter2c --dry-run", "toggle ui.token", "step ui.token 1",
        "undo", "redo", "undo --everyone", "redo --everyone", "reset ui.token", "set ui.token hunter2d --for 1h",
        "layers put night.json", "layers put wrong.json", "layers activate night", "layers get night",
        "layers list",
        "layers get night --json", "reset ui.token", "layers activate --none", "layers remove night",
        "preset save p", "preset list", "set ui.token hunter2b", "preset diff p", "preset load p",
        "import b.json", "import x.json", "import a.json --dry-run", "try ui.token=hunter2c --for 1h", "tries",
        "cancel",
        "try ui.token=hunter2x", "kill-switch on 'ui.*'", "set ui.token hunter2c", "set ui.token=hunter2b ui.scale=4",
        "reset ui.token", "kill-switch off", "set ui.token hunter2b",
        "declare ui.token --type string --default hunter2z",
        "declare ui.token --type string --secret --pattern '^x' --default hunter2z --replace",
        "compare a.json b.json --rounds 5 --metric 'echo 1' --seed 1",
        "sweep ui.token --metric 'echo 1' --seed 1",
        "optimize 'ui.*' --range ui.scale=1..3 --budget 3 --minimize 'echo 1'",
        "bisect --keys --good a.json --bad b.json -- sh -c 'test $(tunerctl get ui.token) = hunter2a'",
        "bisect --good 2 -- true", "at 2 -- true",
        "wait ui.token hunter2a --timeout 0.05", "status", "doctor", "applied ui.token", "stew",
        "worlds list", "with ui.token=hunter2c -- tunerctl worlds diff",
        "with ui.token=hunter2c -- tunerctl worlds merge",
    ]

    @Test func `no command prints a secret value, and no log has one`() throws {
        var whole = ""
        for line in Self.lines {
            let output = try installation.shell("cd '\(installation.file(""))'\ntunerctl \(line)").output
            #expect(!output.contains(Self.hidden), "\(line): \(output)")
            whole += output
        }
        #expect(whole.contains("(secret)"))
        _ = try installation.run("stop")
        let log = try installation.shell("cat '\(installation.file("log"))'").output
        #expect(log.contains("ui.token: changed (secret)"), "\(log)")
        #expect(!log.contains(Self.hidden))
    }

    @Test func `an error about a typed text does not show the text`() throws {
        _ = try installation.run("declare", "ui.pin", "--type", "integer", "--secret", "--max", "9")
        for arguments in [["set", "ui.pin", "hunter2"], ["set", "ui.pin=hunter2"], ["wait", "ui.pin", "hunter2"]] {
            let result = try installation.start(arguments + ["--timeout", "5"]).wait()
            #expect(result.code != 0)
            #expect(!"\(result.output) \(result.errors)".contains(Self.hidden), "\(result)")
        }
    }

    @Test func `bisect with --reveal uses the secret values of then`() throws {
        let script = """
            tunerctl bisect --good 2 --bad 4 --reveal -- sh -c '[ "$(tunerctl get ui.token)" != hunter2c ]'
            """
        let result = try installation.shell(script)
        #expect(result.code == 0, "\(result.output)")
        #expect(result.output.contains("ui.token: hunter2b -> hunter2c"), "\(result.output)")
    }

    @Test func `a refused default of a secret declaration is not repeated`() throws {
        let result = try installation.run("declare", "ui.pin", "--type", "integer", "--secret", "--default", "hunter2")
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("tunerctl: --default must be a whole number; the refused value is hidden"))
    }

    @Test func `wait prints the value, as get does`() throws {
        #expect(try installation.run("wait", "ui.token").output == "hunter2c\n")
    }

    @Test(arguments: [
        "list", "describe ui.token", "export", "schema", "last", "history", "history --json", "call tunables.history",
        "set ui.token hunter2a --json", "undo", "get ui.token", "wait ui.token", "layers get night",
    ])
    func `--reveal prints the values`(line: String) throws {
        for words in [["layers", "put", installation.file("night.json")], ["set", "ui.token", "hunter2b"]] {
            _ = try installation.start(words).wait()
        }
        let output = try installation.shell("tunerctl \(line) --reveal").output
        #expect(output.contains(Self.hidden), "\(output)")
    }

    @Test func `a watch prints a mark, with --reveal the values, and passes the values to a command`() throws {
        let file = installation.file("values")
        let command = "printf '%s %s\\n' \"$TUNER_OLD\" \"$TUNER_VALUE\" >>'\(file)'"
        let hiding = try installation.start("watch", "--initial")
        let json = try installation.start("watch", "--initial", "--json", "ui.token")
        let revealing = try installation.start("watch", "--initial", "--reveal", "ui.token")
        let running = try installation.start("watch", "--initial", "ui.token", "--exec", command)
        #expect(try hiding.line() == "ui.scale 2")
        #expect(try hiding.line() == "ui.token (secret)")
        #expect(try json.line() == #"{"key":"ui.token","value":"(secret)","revision":4,"secret":true}"#)
        #expect(try revealing.line() == "ui.token hunter2c")
        _ = try installation.run("set", "ui.token", "hunter2d")
        #expect(try hiding.line() == "ui.token (secret)")
        #expect(try !json.line().contains(Self.hidden))
        #expect(try revealing.line() == "ui.token hunter2d")
        #expect(try eventually { try installation.shell("cat '\(file)'").output.contains("hunter2c hunter2d\n") })
        for program in [hiding, json, revealing, running] {
            try program.send(2)
            _ = try program.wait()
        }
    }

    @Test func `a recording leaves out secret keys, and --reveal records them`() throws {
        for (path, options) in [("hidden", []), ("shown", ["--reveal"])] {
            let file = installation.file(path)
            let recorder = try installation.start(["record", file] + options)
            _ = try recorder.errors { $0.contains("recording") }
            _ = try installation.run("set", "ui.token=hunter2d", "ui.scale=\(path == "shown" ? 8 : 9)")
            #expect(try eventually { try installation.shell("cat '\(file)'").output.contains("ui.scale\",\"value") })
            try recorder.send(2)
            _ = try recorder.wait()
            let text = try installation.shell("cat '\(file)'").output
            #expect(text.contains(Self.hidden) == (path == "shown"), "\(text)")
            #expect(try Kernel.status(of: file).mode & 0o777 == 0o600)
            _ = try installation.run("set", "ui.token=hunter2a")
        }
    }

    @Test func `sync writes secret values to a file for the user alone, and does not print them`() throws {
        let file = installation.file("synced.json")
        let result = try installation.run("sync", file, "--once")
        #expect(result.code == 0)
        #expect(result.output.contains("ui.token: none -> (secret) (from the daemon)"), "\(result)")
        #expect(try installation.shell("cat '\(file)'").output.contains("hunter2c"))
        #expect(try Kernel.status(of: file).mode & 0o777 == 0o600)
        _ = try installation.write(#"{"ui.token":"hunter2d","ui.scale":2}"#, to: "synced.json")
        let pushed = try installation.run("sync", file, "--once")
        #expect(!"\(pushed)".contains(Self.hidden), "\(pushed)")
        #expect(try installation.run("get", "ui.token").output == "hunter2d\n")
    }

    @Test func `an export and a preset leave secret values out, and importing and loading them changes none`() throws {
        let exported = try installation.run("export")
        #expect(exported.errors.contains("leaves out the values of 1 secret key"))
        _ = try installation.write(exported.output, to: "export.json")
        let imported = try installation.run("import", installation.file("export.json"))
        #expect(imported.code == 0, "\(imported)")
        let note = "tunerctl: ui.token is secret, so the file has no value of it; it keeps its value\n"
        #expect(imported.errors.contains(note), "\(imported)")
        let saved = try installation.run("preset", "save", "p")
        #expect(saved.errors.contains("ui.token is secret; the preset leaves it out"), "\(saved)")
        let loaded = try installation.run("preset", "load", "p")
        #expect(loaded.errors.contains("ui.token is secret and keeps its value"), "\(loaded)")
        #expect(try installation.run("get", "ui.token").output == "hunter2c\n")
    }

    @Test func `the shell hides values, and get prints them`() throws {
        let script = "set ui.token hunter2d\ndescribe ui.token\nhistory 1\nget ui.scale\n"
        let shell = try installation.start("shell")
        try shell.write(script)
        shell.endInput()
        let result = try shell.wait()
        #expect(result.code == 0, "\(result)")
        #expect(!"\(result.output) \(result.errors)".contains(Self.hidden), "\(result)")
        let other = try installation.start("shell")
        try other.write("get ui.token\nhistory 1 --reveal\nhistory 1\n")
        other.endInput()
        let lines = try other.wait().output.split(separator: "\n")
        #expect(lines.map { $0.contains(Self.hidden) } == [true, true, false], "\(lines)")
    }

    @Test func `the files of the daemon belong to the user alone`() throws {
        let paths = [installation.state, installation.file("run"), installation.file("log")]
        let words = paths.map { "'\($0)'" }.joined(separator: " ")
        let output = try installation.shell("find \(words) -printf '%y %m %f\\n'").output
        for line in output.split(separator: "\n") {
            #expect(line.hasPrefix("d 700 ") || line.hasPrefix("f 600 ") || line.hasPrefix("s 600 "), "\(line)")
        }
        for name in ["journal-", "log", "socket"] { #expect(output.contains(" \(name)"), "\(output)") }
    }
}
