import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// Tests of `tunerctl status` and `stop` with a scripted daemon.
@Suite(.blocking) struct StatusTests {
    private typealias Result = Program.Result

    @Test func `in a pipe, status prints each field on its own line`() throws {
        let daemon = try FakeDaemon()
        let lines = """
            version 0.1.0
            pid 4711
            uptime 11520.51 s
            socket /run/tuner/\\u{1b}[2Jtunerd.sock
            state /var/tuner
            epoch a1b2
            revision 41
            connections 1
            limited.on false
            limited.by []
            limits.message 16777216
            limits.batch 1024

            """
        #expect(try run("--socket", daemon.path, "status") == Result(code: 0, output: lines))
    }

    @Test func `on a terminal, status prints a screen`() throws {
        let daemon = try FakeDaemon()
        let lines = """
            \u{1B}[38;2;64;224;208mtunerd 0.1.0 is up for 3 h 12 min\u{1B}[0m
              pid          4711
              socket       /run/tuner/\\u{1b}[2Jtunerd.sock
              state        /var/tuner
              epoch        a1b2
              revision     41
              connections  1
              limited.on   false
              limited.by   []

            """
        let shown = try run("--socket", daemon.path, "status", environment: ["TERM": "xterm"], on: .terminal)
        #expect(shown == Result(code: 0, output: lines.replacing("\n", with: "\r\n")))
    }

    @Test func `status --json prints the response as JSON`() throws {
        let daemon = try FakeDaemon()
        let result = try run("--socket", daemon.path, "--json", "status")
        #expect(result == Result(code: 0, output: JSONText.compact(FakeDaemon.info) + "\n"))
    }

    @Test func `stop succeeds when the daemon ends before it responds`() throws {
        let daemon = try FakeDaemon(respondsToStop: false)
        let sentence = "tunerctl: the daemon at \(daemon.path) has stopped\n"
        #expect(try run("--socket", daemon.path, "stop") == Result(code: 0, errors: sentence))
    }

    @Test func `stop waits until the daemon has ended`() throws {
        let daemon = try FakeDaemon()
        let sentence = "tunerctl: the daemon at \(daemon.path) has stopped\n"
        #expect(try run("--socket", daemon.path, "stop") == Result(code: 0, errors: sentence))
        #expect(try run("--socket", daemon.path, "ping").code == 4)
    }

    @Test(arguments: ["stop", "status"])
    func `without a daemon, stop and status print how to start one`(command: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let sentence = "tunerctl: no daemon responds at \(path); start one with: tunerctl start --socket \(path)\n"
        #expect(try run("--socket", path, command) == Result(code: 4, errors: sentence))
    }
}
