import ConsoleCore
import OptionCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerCommands

/// Tests of whole help texts, from the real program.
@Suite struct HelpTests {
    private typealias Result = Program.Result

    @Test func `tunerctl --version prints the release`() throws {
        #expect(try run("--version") == Result(code: 0, output: "tunerctl \(API.release)\n"))
        #expect(try run("call", "--version") == Result(code: 0, output: "tunerctl \(API.release)\n"))
    }

    @Test func `help for a method prints its declaration`() throws {
        let text = """
            usage: tunerctl call session.hello [client=VALUE] [version=VALUE] [world=VALUE]
                            [closeOnFault=VALUE] [reveal=VALUE] [fixed=VALUE]

            Name the client, join or leave a world, and return facts about the daemon.

            Parameters:
              client        The name of the client, for logs and history; by default the
                            name of its process. (a string, optional)
              version       The version of the client. (a string, optional)
              world         The world to join; without it, the connection leaves its world.
                            (a string, optional)
              closeOnFault  Whether a text that is not JSON ends the connection; by default
                            false. (true or false, optional)
              reveal        Whether results show the values of secret keys; by default
                            false. (true or false, optional)
              fixed         Whether the connection stays in its world: worlds.move then
                            refuses to move its process; by default false. (true or false,
                            optional)

            Example:
              tunerctl call session.hello '{"client":"vim","version":"9.0"}'
              {"server":"tunerd","version":"0.1.0","protocol":1,"epoch":"a1b2","revision":0,"pid":99,"limits":{},"capabilities":[]}

            """
        #expect(try run("help", "session.hello") == Result(code: 0, output: text))
    }

    @Test func `help for a method lists the members of the objects in a parameter`() throws {
        let text = try run("help", "server.report").output
        let row = "  faults[].message  The fault in one sentence, for people. (a string)\n"
        #expect(text.contains(row), "\(text)")
        #expect(text.contains("  faults[].key      "), "\(text)")
    }

    @Test func `help for a command begins with the summary of its method`() throws {
        let text = """
            usage: tunerctl step [OPTION]... KEY [STEPS]

            Move a number by steps, up to the ends of its range.

            STEPS is 1 by default; a negative number decreases the value. Prints the new
            value.

            Options, in addition to those of tunerctl --help:
              --dry-run   print what would change, and change nothing
              --for TIME  after TIME, restore the last value that was set without --for

            Example:
              tunerctl step ui.cornerRadius -2

            """
        #expect(try run("step", "--help") == Result(code: 0, output: text))
    }

    @Test(arguments: documented)
    func `the summary of a command says what the command prints, not what a method returns`(command: Command) {
        let texts = [command.summary] + command.details().split(separator: "\n").map(String.init)
        for text in texts { #expect(!text.contains(#/(^|  )Return /#), "\(text)") }
    }

    @Test(arguments: API.methods.map(\.name.description))
    func `help explains every method`(name: String) throws {
        let result = try run("help", name)
        #expect(result.code == 0)
        #expect(result.output.contains("usage: tunerctl call \(name)"))
    }

    @Test(arguments: documented.map(\.name))
    func `help for a command or an action starts with its --help text`(name: String) throws {
        let command = try #require(HelpTests.documented.first { $0.name == name })
        let words = name.split(separator: " ").map(String.init)
        let result = try Program(BuiltProduct.path("tunerctl"), words + ["--help"]).wait()
        #expect(result == Result(code: 0, output: Help.text(of: command)))
        let help = try Program(BuiltProduct.path("tunerctl"), ["help"] + words).wait()
        #expect(help.output.hasPrefix(result.output))
    }

    /// All commands and actions.
    private static var documented: [Command] { Command.all.flatMap { [$0] + $0.actions() } }

    @Test func `the table of commands has the names of their declarations, and actions begin with theirs`() {
        #expect(Command.names == Command.all.map(\.name))
        for command in Command.all {
            for action in command.actions() { #expect(action.name == "\(command.name) \(action.word)") }
        }
    }

    @Test(arguments: Command.allRunnable.map(\.name))
    func `every command and action has a valid example`(name: String) throws {
        let command = try #require(Command.allRunnable.first { $0.name == name })
        let lines = command.examples()
        #expect(!lines.isEmpty)
        for line in lines {
            // The word as a shell reads it follows; a shell's quotes are like ours.
            let words = ShellWords(line.replacing("'", with: "\"").replacing("<(", with: "").replacing(")", with: ""))
                .words.drop { $0 != "tunerctl" }.dropFirst()
                .filter { !$0.hasPrefix(">") && !$0.hasPrefix("<") && $0 != "|" && $0 != "source" }
            let invocation = try Invocation(words.map { RawText($0) })
            #expect(invocation.command?.name == name, "\(line)")
        }
    }

    @Test func `a line of help has at most 80 columns where no terminal is wider`() throws {
        let examples = try Regex("\nExamples?:\n")
        let texts =
            [Help.text()] + HelpTests.documented.map { Help.text(of: $0) } + API.methods.map { Help.text(of: $0) }
        for text in texts {
            let text = text.firstRange(of: examples).map { text[..<$0.lowerBound] } ?? text[...]
            for line in text.split(separator: "\n") {
                #expect(String(line).displayWidth <= 80, "\(line)")
            }
        }
    }

    @Test func `help for a narrow terminal has every word of the help for a wide one`() {
        #expect(Help.text(width: 40) != Help.text(width: 1_000))
        let texts: [(Int) -> String] =
            [{ Help.text(width: $0) }] + HelpTests.documented.map { command in { Help.text(of: command, width: $0) } }
        for text in texts {
            let (narrow, wide) = (text(40), text(1_000))
            #expect(narrow.split(whereSeparator: \.isWhitespace) == wide.split(whereSeparator: \.isWhitespace))
        }
    }

    @Test func `a terminal gets help that is as wide as itself`() throws {
        let command = try #require(Command.named("watch"))
        let printed = try Program(
            script: #"stty cols 50; exec "$1" help watch"#,
            [BuiltProduct.path("tunerctl")],
            on: .terminal
        ).wait().output.replacing("\r\n", with: "\n")
        #expect(printed == Help.text(of: command, width: 50))
        #expect(printed != Help.text(of: command))
    }

    @Test(arguments: ["tunerctl", "tunerd", "tunerweb"], [30, 60, 80])
    func `the help of each program fits the terminal`(program: String, columns: Int) throws {
        let printed = try Program(
            script: #"stty cols "$2"; exec "$1" --help"#,
            [BuiltProduct.path(program), "\(columns)"],
            on: .terminal
        ).wait().output.replacing("\r\n", with: "\n")
        let paragraph = try #require(printed.split(separator: "\n\n").dropFirst().first)
        for line in paragraph.split(separator: "\n") {
            #expect(String(line).displayWidth <= columns || !line.contains(" "), "\(line)")
        }
    }

    @Test func `man pages are generated from the command declarations`() throws {
        let page = try run("help", "--man", "exec").output
        #expect(
            page.hasPrefix(".TH TUNERCTL\\-EXEC 1 \"\" \"Tuner \(API.release)\"\n.SH NAME\ntunerctl\\-exec \\- Run")
        )
        let option = ".TP\n.B \\-\\-prefix TEXT\nbegin the names of variables with TEXT (default: TUNABLE_)\n"
        #expect(page.contains(option))
        let whole = try run("help", "--man").output
        for name in Command.names {
            #expect(whole.contains(".BR tunerctl\\-\(name.replacing("-", with: "\\-")) (1)"))
        }
    }

    @Test func `the manual pages name every environment variable that the programs read`() throws {
        let script = #"grep -rhoE '(nvironment|nvironmentPath|directory)\("[A-Z_]+"' "$1" | cut -d'"' -f2 | sort -u"#
        let names = try Program(script: script, [ProjectFile.path("Sources")]).wait().output.split(separator: "\n")
        #expect(names.contains("TUNER_SOCKET") || names.contains("XDG_RUNTIME_DIR"))
        let pages = try ["tunerctl", "tunerd", "tunersync", "tunerweb"].map { try manualPage(of: $0) }.joined()
        for name in names + ["TUNER_SOCKET", "TUNER_WORLD"] {
            #expect(pages.contains(name), "\(name)")
        }
    }

    @Test(
        arguments: [
            (
                "tunerctl",
                [
                    "/tmp/tuner-UID/tunerd.sock", "~/.local/state/tuner", "tunerd.log", "tunerd.log.1", "tunerweb.log",
                    "tuner/history", "tuner/sync", "FILE.conflicts", "FILE.saved", "tunerweb.token",
                    "tunerweb.token.once", "tunerweb.token.status",
                ]
            ),
            (
                "tunerd",
                [
                    "/tmp/tuner-UID/tunerd.sock", "tunerd.sock.lock", "~/.local/state/tuner", "journal-N", "snapshot-N",
                    "tunerd.lock", ".new", ".damaged", "tunerd.log", "FILE.1", "tunerd.service", "tunerd.socket",
                ]
            ),
            (
                "tunerweb",
                [
                    "tunerweb.token", "tunerweb.token.once", "tunerweb.token.status", "tunerweb.token.lock",
                    "/tmp/tuner-UID", "tunerweb.log", "tunerweb.service", "tunerweb.socket",
                ]
            ),
        ] as [(String, [String])]
    )
    func `a manual page names the files that its program uses`(program: String, names: [String]) throws {
        let files = try manualPage(of: program).split(separator: ".SH FILES", maxSplits: 1).last ?? ""
        for name in names {
            #expect(files.contains(name), "\(name)")
        }
    }

    /// Returns the manual page that a program prints, with plain hyphens.
    private func manualPage(of program: String) throws -> String {
        let arguments = program == "tunerctl" ? ["help", "--man"] : ["--man"]
        return try Program(BuiltProduct.path(program), arguments).wait().output.replacing("\\-", with: "-")
    }

    @Test func `help refuses a word after a command that is none of its actions`() throws {
        let words = "list, get, on, off, toggle, set, reset, create, define, remove, watch, test"
        let sentence = "tunerctl: creat is not one of \(words); did you mean create?; see tunerctl help flag\n"
        #expect(try run("help", "flag", "creat") == Result(code: 2, errors: sentence))
        let unexpected = "tunerctl: b is an unexpected argument; see tunerctl help help\n"
        #expect(try run("help", "get", "b") == Result(code: 2, errors: unexpected))
    }

    @Test func `help for a command lists its actions, and help for an action its options`() throws {
        let command = """
            usage: tunerctl kill-switch ACTION [ARGUMENT]...

            Limit flags and tunables to their defaults, or lift that limit.

            Actions:
              on [PATTERN]...   Limit the flags and tunables that match a pattern, and print
                                the changes of tunables.
              off [PATTERN]...  Lift the limit for the named patterns, or for all, and print
                                the changes of tunables.

            tunerctl describe and tunerctl status print what limits a key, and why.

            Examples:
              tunerctl kill-switch on 'net.*' --reason 'the new server is down'
              tunerctl kill-switch off

            tunerctl help kill-switch ACTION explains an action and its options.

            """
        #expect(try run("help", "kill-switch") == Result(code: 0, output: command))
        let action = """
            usage: tunerctl kill-switch off [OPTION]... [PATTERN]...

            Lift the limit for the named patterns, or for all, and print the changes of
            tunables.

            Options, in addition to those of tunerctl --help:
              --match PATTERN  only keys that match PATTERN; may be repeated

            Example:
              tunerctl kill-switch off

            """
        #expect(try run("help", "kill-switch", "off") == Result(code: 0, output: action))
        let page = try run("help", "--man", "kill-switch").output
        #expect(page.contains(".SH KILL-SWITCH OFF\n.B tunerctl kill\\-switch off\n[OPTION]... [PATTERN]...\n"))
    }

    @Test func `help suggests the nearest command or method for an unknown name`() throws {
        let sentence = "there is no command or method sever.info; did you mean server.info?; see tunerctl --help"
        #expect(try run("help", "sever.info") == Result(code: 2, errors: "tunerctl: \(sentence)\n"))
    }

    @Test func `tunerctl without arguments prints help and exits with a usage error`() throws {
        #expect(try run() == Result(code: 2, errors: Help.text()))
        #expect(try run("--help") == Result(code: 0, output: Help.text()))
        #expect(try run("help") == Result(code: 0, output: Help.text()))
    }

    @Test func `no line of usage has two spaces in a row`() {
        for command in HelpTests.documented {
            let usage = Help.text(of: command, width: 1_000).prefix { $0 != "\n" }
            #expect(!usage.contains("  "), "\(usage)")
        }
    }
}
