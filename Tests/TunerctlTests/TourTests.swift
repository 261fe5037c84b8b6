import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// Tests that the commands of README.md print what README.md shows.
@Suite(.blocking) struct TourTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        // The directory in the variables of the desktop.
        for name in ["run", "home"] { try Kernel.createDirectory(directory.file(name), mode: 0o700) }
    }

    @Test func `the commands in README print the output shown there`() throws {
        let steps = Tour.steps(of: try ProjectFile.text("README.md"))
        let first = try #require(steps.first)
        #expect(first.command == "tunerd")
        #expect(steps.count > 5)
        let daemon = try shell("exec \(first.command)")
        #expect(plain(Self.firstLine(try daemon.output { $0.contains("\n") })) == Tour.plain(first.output))
        // The gateway listens on a free port: another program may use the one in README.
        var host = ""
        defer { _ = try? shell("tunerctl web --stop").wait() }
        for step in steps.dropFirst() {
            let isStart = step.command == "tunerctl web --url"
            let command = step.command.replacing("localhost:8081", with: host) + (isStart ? " --port 0" : "")
            let result = try shell(command, on: .terminal).wait()
            #expect(plain(result.output) == Tour.plain(step.output), "\(step.command)")
            if isStart { host = try #require(result.output.firstMatch(of: /localhost:[0-9]+/)).output.description }
        }
        #expect(!host.isEmpty)
        #expect(try daemon.wait().code == 0)
    }

    @Test(arguments: [("", "tunerctl ping"), ("--socket 'a b'", "tunerctl --socket 'a b' ping")])
    func `the daemon prints the next command to type`(options: String, hint: String) throws {
        let start = "cd '\(directory.file("run"))'; exec tunerd \(options)"
        #expect(try firstLine(of: start).hasSuffix("; try: \(hint)\n"))
        guard case .object(let event) = try JSON.parse(try firstLine(of: "\(start) --log-format json")),
            case .string(let message)? = event["message"]
        else {
            Issue.record("the line is no event")
            return
        }
        #expect(message.hasSuffix("; try: \(hint)"))
    }

    /// Returns the log of a daemon that has started.
    private func firstLine(of start: String) throws -> String {
        let daemon = try shell(start)
        let line = Self.firstLine(try daemon.output { $0.contains("\n") })
        try daemon.send(15)
        #expect(try daemon.wait().code == 0)
        return line
    }

    /// Returns the first line of a log: lines about the flags follow it.
    private static func firstLine(_ log: String) -> String {
        let line = log.prefix { $0 != "\n" }
        return "\(line)\n"
    }

    /// Runs a line, both streams in one.
    private func shell(_ line: String, on streams: Program.Streams = .pipes) throws -> Program {
        let programs = BuiltProduct.path("tunerctl").dropLast("/tunerctl".count)
        return try Program(
            script: "exec 2>&1; curl() { command curl -sS \"$@\"; }; \(line)",
            environment: [
                "PATH": "\(programs):/usr/bin:/bin", "HOME": directory.file("home"),
                "XDG_RUNTIME_DIR": directory.file("run"), "NO_COLOR": "1",
            ],
            on: streams
        )
    }

    private func plain(_ output: String) -> String {
        let lines = output.replacing("\r\n", with: "\n")
        let shown = lines.replacing(directory.file("run"), with: "/run/user/1000")
        return Tour.plain(shown.replacing(directory.file("home"), with: "/home/me"))
    }
}
