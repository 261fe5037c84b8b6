import OptionCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerDaemon

@Suite struct OptionTests {
    @Test func `an option's value follows its name or an equals sign`() throws {
        let options = try DaemonOptions([
            "--socket", "/a b", "--state=/s", "--log-level=debug", "--log-format", "json", "--max-batch=3",
            "--socket-group", "g", "--group-writes", "--poller", "poll", "--max-message-time", "9",
        ])
        #expect(options.socket == "/a b")
        #expect(options.state == "/s")
        #expect(options.logLevel == .debug)
        #expect(options.logFormat == .json)
        #expect(options.limits.server.batch == 3)
        #expect(options.limits.server.messageTime == .seconds(9))
        #expect(options.socketGroup == "g")
        #expect(options.groupWrites)
        #expect(options.poller == .poll)
    }

    @Test(arguments: [
        (["--sokcet", "x"], "there is no option --sokcet; did you mean --socket?"),
        (["--socket"], "--socket needs a value: --socket PATH"),
        (["--socket="], "--socket must be a text that is not empty, got \"\""),
        (["--help=yes"], "--help takes no value"),
        (["--log-level", "loud"], "--log-level must be error, warning, info or debug, got loud"),
        (["--max-nesting", "1"], "--max-nesting must be a whole number from 2 to 4064, got 1"),
        (["--max-batch", "0x10"], "--max-batch must be a whole number from 1 to 1048576, got 0x10"),
        (["serve"], "serve is an unexpected argument"),
        (["--group-writes"], "--group-writes needs --socket-group"),
    ])
    func `an option error names the option, its value and the expected form`(arguments: [String], sentence: String) {
        do {
            _ = try DaemonOptions(arguments.map { RawText($0) })
            Issue.record("taken")
        } catch {
            #expect("\(error)" == sentence)
        }
    }

    @Test func `every option is in the help`() {
        for option in DaemonOptions.all {
            let usage = "\n  \(option.shape.usage)"
            let text = DaemonHelp.text(terminalColumns: nil)
            #expect(text.contains("\(usage) ") || text.contains("\(usage)\n"), "\(option.shape.name)")
        }
    }

    @Test func `help states the default of every option that changes the run`() {
        let text = DaemonHelp.text(terminalColumns: nil).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let others = ["--help", "--man", "--version"]
        for shape in DaemonOptions.all.map(\.shape) where !others.contains(shape.name) {
            #expect(text.contains("\(shape.usage) \(shape.meaning)"), "\(shape.name)")
            #expect(shape.meaning.hasSuffix(")") && shape.meaning.contains(" (default: "), "\(shape.name)")
        }
    }

    @Test func `an option with its default from the help changes nothing`() throws {
        // These have no value until they are given.
        let others = ["--socket", "--state", "--socket-group", "--log-file", "--seed", "--flags", "--context"]
        for shape in DaemonOptions.all.map(\.shape) where shape.hasValue && !others.contains(shape.name) {
            let value = try #require(shape.defaultText?.split(separator: " = ").first)
            #expect(try DaemonOptions([RawText(shape.name), RawText(String(value))]) == DaemonOptions())
        }
        let options = DaemonOptions()
        let paths = [options.socket, options.state, options.logFile, options.seed, options.flags]
        #expect(paths.allSatisfy { $0 == nil } && options.socketGroup == nil && options.context.isEmpty)
    }

    @Test(arguments: [(512, "512"), (1_000, "1000"), (4_096, "4096 = 4 KiB"), (8 << 20, "8388608 = 8 MiB")])
    func `a number of bytes is also given in MiB or KiB`(bytes: Int, text: String) {
        #expect(ByteText.text(bytes) == text)
    }

    @Test(arguments: [nil, 80, 100, 300])
    func `a line of help is at most as wide as the terminal, and at most 100 columns`(columns: Int?) {
        let lines = DaemonHelp.text(terminalColumns: columns).split(separator: "\n").map { String($0) }
        let widest = lines.map(\.displayWidth).max() ?? 0
        #expect(widest <= min(columns ?? 80, 100))
        #expect(widest > 70)
    }

    @Test func `help for a narrow terminal has every word of the help for a wide one`() {
        let words = { DaemonHelp.text(terminalColumns: $0).split(whereSeparator: \.isWhitespace) }
        #expect(words(40) == words(100))
        #expect(DaemonHelp.text(terminalColumns: 40) != DaemonHelp.text(terminalColumns: 100))
    }

    @Test func `a terminal gets help that is as wide as itself`() throws {
        let printed = try Program(
            script: #"stty cols 50; exec "$1" --help"#,
            [BuiltProduct.path("tunerd")],
            on: .terminal
        ).wait().output.replacing("\r\n", with: "\n")
        #expect(printed == DaemonHelp.text(terminalColumns: 50))
        #expect(printed != DaemonHelp.text(terminalColumns: nil))
    }

    @Test func `the manual page has every option with its default, and the sections of a daemon`() throws {
        let page = try Program(BuiltProduct.path("tunerd"), ["--man"]).wait().output
        #expect(page == DaemonManual.text)
        #expect(page.hasPrefix(".TH TUNERD 1 \"\" \"Tuner \(API.release)\"\n.SH NAME\ntunerd \\- "))
        let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
        #expect(
            sections == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SIGNALS", "EXIT STATUS", "ENVIRONMENT", "FILES",
                "SEE ALSO",
            ]
        )
        for shape in DaemonOptions.all.map(\.shape) {
            let lines = [shape.usage, shape.meaning].map {
                $0.replacing("-", with: "\\-").replacing("'", with: "\\(aq")
            }
            #expect(page.contains(".TP\n.B \(lines[0])\n\(lines[1])\n"), "\(shape.name)")
        }
    }

    @Test func `every limit has an option that sets its value`() throws {
        for limit in DaemonLimit.all {
            let options = try DaemonOptions([RawText("\(limit.option)=\(limit.range.lowerBound)")])
            #expect(limit.get(options.limits) == limit.range.lowerBound)
            #expect(limit.range.contains(limit.get(DaemonLimits())))
        }
    }
}
