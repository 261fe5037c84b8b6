import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl ping`, once and on watch.
@Suite(.blocking) struct PingTests {
    private typealias Result = Program.Result

    private static let turquoise = "\u{1B}[38;2;64;224;208m"
    private static let gray = "\u{1B}[38;2;128;128;128m"
    private static let plain = "\u{1B}[0m"

    @Test func `ping reports a daemon as up and prints the response time`() throws {
        let daemon = try FakeDaemon()
        let result = try run("--socket", daemon.path, "ping", "--timeout", "60")
        #expect(withoutTime(result.output) == "up T ms\n")
        #expect(result.code == 0)
        #expect(result.errors == "")
        let json = try JSON.parse(try run("--socket", daemon.path, "--json", "ping", "--timeout", "60").output)
        guard case .object(let members) = json else {
            Issue.record("\(json)")
            return
        }
        #expect(members["up"] == true)
        #expect(members["milliseconds"]?.kind == .number)
    }

    @Test func `without a daemon, ping prints down and how to start one`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let sentence = "tunerctl: no daemon responds at \(path); start one with: tunerctl start --socket \(path)\n"
        #expect(try run("--socket", path, "ping") == Result(code: 4, output: "down\n", errors: sentence))
        let json = try run("--socket", path, "ping", "--json")
        #expect(json == Result(code: 4, output: "{\"up\":false}\n", errors: sentence))
    }

    @Test func `ping reports a daemon as down after a timeout`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let listener = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
        let result = try run("--socket", path, "ping", "--timeout", "0.05")
        let sentence = "the daemon at \(path) has not responded within 0.05 s; to wait longer, use --timeout"
        #expect(result == Result(code: 4, output: "down\n", errors: "tunerctl: \(sentence)\n"))
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: [
        ([], ["TERM": "xterm"], true, true), ([], ["TERM": "dumb"], true, false),
        ([], ["NO_COLOR": "1", "TERM": "xterm"], true, false), ([], ["TERM": "xterm"], false, false),
        (["--color", "never"], ["TERM": "xterm"], true, false),
        (["--color=always"], ["NO_COLOR": "1", "TERM": "dumb"], false, true),
    ])
    func `with colour, ping prints up in turquoise and down in gray`(
        options: [String],
        environment: [String: String],
        onTerminal: Bool,
        hasColor: Bool
    ) throws {
        let streams: Program.Streams = onTerminal ? .terminal : .pipes
        let end = onTerminal ? "\r\n" : "\n"
        let daemon = try FakeDaemon()
        let up = try start(
            options + ["--timeout", "60", "--socket", daemon.path, "ping"],
            environment: environment,
            on: streams
        )
        .wait()
        #expect(withoutTime(up.output) == (hasColor ? "\(Self.turquoise)up T ms\(Self.plain)\(end)" : "up T ms\(end)"))
        let nowhere = options + ["--socket", daemon.path + "-", "ping"]
        let down = try start(nowhere, environment: environment, on: streams).wait()
        #expect(down.output.hasPrefix(hasColor ? "\(Self.gray)down\(Self.plain)\(end)" : "down\(end)"))
    }

    @Test func `ping --watch prints a line each second and each change`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let begin = Kernel.monotonicTime()
        let watch = try start(["--socket", path, "ping", "--watch"])
        let first = try watch.output { $0.count { $0 == "\n" } >= 2 }
        #expect(first.hasPrefix("down 0 s\ndown "))
        #expect(Kernel.monotonicTime() - begin > .seconds(1))
        let daemon = try FakeDaemon(at: path)
        _ = try watch.output { $0.hasSuffix("ms\n") }
        try daemon.call("server.stop")
        let text = try watch.output { !$0.hasSuffix("ms\n") }
        #expect(text.contains("ms\ndown 0 s\n"))
        try watch.send(SIGINT)
        let end = try watch.wait()
        #expect(end.code == 130)
        let sentence = "tunerctl: no daemon responds at \(path); start one with: tunerctl start --socket \(path)\n"
        #expect(end.errors.hasPrefix(sentence))
    }

    @Test func `ping --watch notices at once that the daemon ends`() throws {
        let daemon = try FakeDaemon()
        var options = GlobalOptions()
        (options.socket, options.timeout) = (daemon.path, .seconds(60))
        var watch = LivenessWatch(try DaemonEndpoint(options), options, Output(.never))
        _ = try watch.check().get()
        #expect(watch.isConnected)
        try daemon.call("server.stop")
        // A wait that notices nothing ends when the next line is due.
        try watch.wait(until: Kernel.monotonicTime() + .seconds(60))
        #expect(!watch.isConnected)
    }

    @Test func `a quiet watch prints no note while no daemon responds`() throws {
        let directory = try TemporaryDirectory()
        let watch = try start(["--socket", directory.file("socket"), "ping", "--watch", "--quiet"])
        _ = try watch.output { $0.contains("\n") }
        try watch.send(SIGINT)
        #expect(try watch.wait().errors == "")
    }

    @Test func `an interrupted ping --watch resets the terminal colours`() throws {
        let daemon = try FakeDaemon()
        let watch = try start(
            ["--socket", daemon.path, "ping", "--watch", "--timeout", "60"],
            environment: ["TERM": "xterm"],
            on: .terminal
        )
        _ = try watch.output { $0.contains("\r\n") }
        try watch.send(SIGINT)
        let result = try watch.wait()
        #expect(result.code == 130)
        for line in result.output.split(separator: "\r\n") {
            #expect(withoutTime(String(line)) == "\(Self.turquoise)up T ms\(Self.plain)")
        }
    }

    @Test func `ping --watch exits quietly when its reader closes the pipe`() throws {
        let daemon = try FakeDaemon()
        let script = "'\(BuiltProduct.path("tunerctl"))' --socket '\(daemon.path)' ping --watch --timeout 60 | head -1"
        let result = try Program(script: script).wait()
        #expect(withoutTime(result.output) == "up T ms\n")
        #expect(result.code == 0)
        #expect(result.errors == "")
    }

    /// The text with its first time left out.
    private func withoutTime(_ text: String) -> String {
        text.replacing(/[0-9]+\.[0-9][0-9] ms/, with: "T ms")
    }
}
