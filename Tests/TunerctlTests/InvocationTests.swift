import ConsoleCore
import OptionCore
import SystemCore
import Testing

@testable import TunerCommands

/// Command lines as values.
@Suite struct InvocationTests {
    private static let time = "a time above 0, such as 90, 500ms, 10m, 1h30m or 1d"

    struct Line: CustomTestStringConvertible {
        let words: [String]
        let command: String?
        let arguments: [String]
        let global: GlobalOptions

        init(
            _ words: String...,
            is command: String?,
            _ arguments: [String] = [],
            _ change: (inout GlobalOptions) -> Void = { _ in }
        ) {
            self.words = words
            self.command = command
            self.arguments = arguments
            var global = GlobalOptions()
            change(&global)
            self.global = global
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(arguments: [
        Line(is: nil),
        Line("--help", is: nil) { $0.wantsHelp = true },
        Line("--version", is: nil) { $0.wantsVersion = true },
        Line("help", is: "help"),
        Line("help", "call", is: "help", ["call"]),
        Line("call", "a.b", is: "call", ["a.b"]),
        Line("call", "a", "b=1", "-", is: "call", ["a", "b=1", "-"]),
        Line("call", "--help", is: "call") { $0.wantsHelp = true },
        Line("--socket", "/s", "call", "a", is: "call", ["a"]) { $0.socket = "/s" },
        Line("call", "--socket=/s=t", "a", is: "call", ["a"]) { $0.socket = "/s=t" },
        Line("call", "a", "--socket", "--json", is: "call", ["a"]) { $0.socket = "--json" },
        Line("call", "--socket", "/s", "a", "--socket", "/t", is: "call", ["a"]) { $0.socket = "/t" },
        Line("call", "--", "--json", "--", is: "call", ["--json", "--"]),
        Line("--", "call", "a", is: "call", ["a"]),
        Line("--json", "call", "a", is: "call", ["a"]) { $0.isJSON = true },
        Line("call", "a", "--timeout", "0.5", is: "call", ["a"]) { $0.timeout = .milliseconds(500) },
        Line("call", "a", "--timeout=3", is: "call", ["a"]) { $0.timeout = .seconds(3) },
        Line("step", "a", "-2", is: "step", ["a", "-2"]),
        Line("get", "a", "--default", "", is: "get", ["a"]),
        Line("--match", "a.*", "list", "--json", "--match=b", is: "list") { $0.isJSON = true },
        Line("kill-switch", "--match=a", "off", "b", is: "kill-switch off", ["b"]),
        Line("--reason", "x", "kill-switch", "on", "--", "on", is: "kill-switch on", ["on"]),
        Line("kill-switch", "--help", is: "kill-switch") { $0.wantsHelp = true },
        Line("kill-switch", "on", "--help", is: "kill-switch on") { $0.wantsHelp = true },
        Line("call", "a", "--color", "never", is: "call", ["a"]) { $0.color = .never },
    ])
    func `the parser reads the command, its arguments and the global options`(line: Line) throws {
        let invocation = try Invocation(line.words.map { RawText($0) })
        #expect(invocation.command?.name == line.command)
        #expect(try invocation.arguments == line.arguments)
        #expect(invocation.global == line.global)
    }

    @Test(
        arguments: [
            (["with", "a=1", "--", "ls", "-l"], 1), (["with", "--", "ls", "--", "x"], 0), (["with", "a=1", "ls"], nil),
            (["with", "a=1", "--"], 1), (["--", "with", "a=1", "ls"], 0),
        ] as [([String], Int?)]
    )
    func `the parser counts the arguments before the -- mark`(words: [String], count: Int?) throws {
        #expect(try Invocation(words.map { RawText($0) }).argumentsBeforeMark == count)
    }

    @Test(arguments: [
        (["clal"], UsageError(.unknownCommand("clal", nearest: "call"))),
        (["frobnicate"], UsageError(.unknownCommand("frobnicate", nearest: nil))),
        ([""], UsageError(.unknownCommand("", nearest: nil))),
        (["--sokcet", "/s", "call"], UsageError(.option(.unknown("--sokcet", nearest: "--socket")))),
        (["--sokcet=/s"], UsageError(.option(.unknown("--sokcet", nearest: "--socket")))),
        (["-x"], UsageError(.option(.unknown("-x", nearest: nil)))),
        (["call", "--jsno", "a"], UsageError(.option(.unknown("--jsno", nearest: "--json")), command: "call")),
        (
            ["call", "--socket"],
            UsageError(.option(.noValue(option: "--socket", placeholder: "PATH")), command: "call")
        ),
        (["--json=1"], UsageError(.option(.takesNoValue(option: "--json")))),
        (["call"], UsageError(.missingArgument("METHOD"), command: "call")),
        (["kill-switch"], UsageError(.missingAction(["on", "off"]), command: "kill-switch")),
        (
            ["kill-switch", "of"],
            UsageError(.unknownAction("of", among: ["on", "off"], nearest: "on"), command: "kill-switch")
        ),
        (
            ["kill-switch", "off", "--reason", "x"],
            UsageError(
                .otherAction(["kill-switch on"], option: "--reason", not: "kill-switch off"),
                command: "kill-switch off"
            )
        ),
        (
            ["--reason", "x", "kill-switch", "off"],
            UsageError(
                .otherAction(["kill-switch on"], option: "--reason", not: "kill-switch off"),
                command: "kill-switch off"
            )
        ),
        (
            ["kill-switch", "off", "--reson", "x"],
            UsageError(.option(.unknown("--reson", nearest: "--json")), command: "kill-switch off")
        ),
        (["help", "a", "b", "c"], UsageError(.option(.unexpected("c")), command: "help")),
        (
            ["--timeout", "soon"],
            UsageError(
                .option(.value("soon", option: "--timeout", expectation: Self.time))
            )
        ),
        (
            ["--timeout=0"],
            UsageError(
                .option(.value("0", option: "--timeout", expectation: Self.time))
            )
        ),
        (
            ["--timeout=nan"],
            UsageError(
                .option(.value("nan", option: "--timeout", expectation: Self.time))
            )
        ),
        (
            ["--timeout=inf"],
            UsageError(
                .option(.value("inf", option: "--timeout", expectation: Self.time))
            )
        ),
        (
            ["--socket="],
            UsageError(.option(.value("", option: "--socket", expectation: "a text that is not empty")))
        ),
        (["ping", "--state=x"], UsageError(.option(.unknown("--state", nearest: nil)), command: "ping")),
        (["--state=x", "ping"], UsageError(.option(.unknown("--state", nearest: nil)), command: "ping")),
        (["--color=red"], UsageError(.option(.value("red", option: "--color", expectation: "auto, always or never")))),
    ])
    func `the parser refuses an invalid command line`(words: [String], error: UsageError) {
        #expect(throws: error) { try Invocation(words.map { RawText($0) }) }
    }

    @Test(arguments: [
        (
            UsageError(.unknownCommand("pong", nearest: "ping")),
            "there is no command pong; did you mean ping?; see tunerctl --help"
        ),
        (
            UsageError(.unknownCommand("\u{1B}[2J", nearest: nil)),
            #"there is no command \u{1b}[2J; see tunerctl --help"#
        ),
        (UsageError(.missingArgument("METHOD"), command: "call"), "METHOD is missing; see tunerctl help call"),
        (
            UsageError(.otherAction(["a b", "a c", "a d"], option: "--e", not: "a f"), command: "a f"),
            "--e is an option of a b, a c and a d, not of a f; see tunerctl help a f"
        ),
    ])
    func `a usage error names the help to read`(error: UsageError, sentence: String) {
        #expect(error.description == sentence)
    }

    @Test func `every required argument of a command has a name in its usage line`() {
        for command in Command.allRunnable where command.arguments.least > 1 {
            for index in 1..<command.arguments.least {
                let name = command.arguments.name(at: index)
                #expect(name.allSatisfy { ("A"..."Z").contains($0) || $0 == "|" }, "\(command.name): \(name)")
            }
        }
    }

    @Test func `every command and option has a summary`() {
        for command in Command.all + Command.allRunnable {
            #expect(command.summary.hasSuffix("."), "\(command.name)")
            #expect(!command.summary.contains("\n"), "\(command.name)")
        }
        let names = Command.all.map(\.name)
        #expect(Set(names).count == names.count)
        for option in GlobalOptions.shapes + Command.all.flatMap(\.options) {
            #expect(option.name.hasPrefix("--"))
            #expect(!option.summary.isEmpty, "\(option.name)")
        }
    }

    @Test(arguments: [
        ([:], true), (["TERM": "xterm"], true), (["TERM": "dumb"], false), (["NO_COLOR": "1"], false),
        (["NO_COLOR": ""], true), (["NO_COLOR": "0", "TERM": "xterm"], false),
    ])
    func `TERM and NO_COLOR control colour on a terminal`(environment: [String: String], takesColor: Bool) {
        #expect(Output.takesColor { environment[$0] } == takesColor)
    }

    @Test(
        arguments: [
            (.zero, "0.00 ms"), (.microseconds(312), "0.31 ms"), (.microseconds(7_996), "8.00 ms"),
            (.milliseconds(1_050), "1050.00 ms"),
        ] as [(Duration, String)]
    )
    func `a short duration is shown in milliseconds`(time: Duration, text: String) {
        #expect(time.milliseconds == text)
    }

    @Test(
        arguments: [
            (.milliseconds(900), "0 s"), (.seconds(59), "59 s"), (.seconds(125), "2 min 5 s"),
            (.seconds(11_520), "3 h 12 min"), (.seconds(90_000), "1 d 1 h"),
        ] as [(Duration, String)]
    )
    func `a long duration is shown in its two largest units`(time: Duration, text: String) {
        #expect(time.words == text)
    }
}
