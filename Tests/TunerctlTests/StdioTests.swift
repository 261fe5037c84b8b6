import SystemCore
import TestSupport
import Testing

/// `tunerctl stdio`: a daemon's socket as standard input and output.
@Suite struct StdioTests {
    private typealias Result = RunningCommand.Result

    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#

    @Test func theEndOfTheInputIsPassedOnAndEveryAnswerComes() throws {
        let daemon = try StandIn()
        let relay = try RunningCommand(["--socket", daemon.path, "stdio"], .allPipes)
        try relay.write("\(Self.ping)\n")
        #expect(try relay.output { $0.contains("\n") } == "\(Self.pong)\n")
        try relay.write(Self.ping)
        relay.endInput()
        #expect(try relay.wait() == Result(code: 0, output: "\(Self.pong)\n\(Self.pong)\n"))
    }

    @Test func bytesPassAsTheyAre() throws {
        let daemon = try StandIn()
        let relay = try RunningCommand(["--socket", daemon.path, "stdio"], .allPipes)
        try relay.write("Content-Length: \(Self.ping.utf8.count)\r\n\r\n\(Self.ping)")
        relay.endInput()
        let answer = "Content-Length: \(Self.pong.utf8.count)\r\n\r\n\(Self.pong)"
        #expect(try relay.wait() == Result(code: 0, output: answer))
    }

    @Test func whatIsLargePassesBothWaysAtOnce() throws {
        let daemon = try StandIn()
        let folder = try TemporaryDirectory()
        let payload = String(repeating: "ü", count: 400_000)
        let requests = (1...8).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping","params":["\#(payload)"]}"# }
        let answers = (1...8).map { #"{"jsonrpc":"2.0","id":\#($0),"result":"\#(payload)"}"# + "\n" }
        let bytes = Array(requests.joined().utf8)
        try KernelFile(try Kernel.open(folder.file("requests"), [.write, .create])).writeFully(bytes.span, at: 0)
        let program = "'\(BuiltProduct.path("tunerctl"))' --socket '\(daemon.path)' stdio"
        let script = "cat '\(folder.file("requests"))' | \(program) | { sleep 0.2; cat; }"
        let variables = ["PATH": "/usr/bin:/bin"]
        let result = try RunningCommand(["-c", script], program: "/bin/sh", environment: variables).wait()
        #expect(result == Result(code: 0, output: answers.joined()))
    }

    @Test func itEndsWithTheDaemonThoughTheInputGoesOn() throws {
        let daemon = try StandIn()
        let relay = try RunningCommand(["--socket", daemon.path, "stdio"], .allPipes)
        try relay.write(Self.ping)
        _ = try relay.output { $0.contains("\n") }
        try daemon.call("server.stop")
        #expect(try relay.wait() == Result(code: 0, output: "\(Self.pong)\n"))
    }

    @Test func itEndsQuietlyWhenNobodyReadsItAnyMore() throws {
        let daemon = try StandIn()
        let relay = try RunningCommand(["--socket", daemon.path, "stdio"], .allPipes)
        try relay.write(Self.ping)
        _ = try relay.output { $0.contains("\n") }
        relay.endOutput()
        #expect(try relay.wait() == Result(code: 0))
    }

    @Test func aSocketThatAnyoneCouldHavePutThereMustBeNamed() throws {
        let daemon = try StandIn()
        try Kernel.setMode(String(daemon.path.dropLast("/socket".count)), 0o777)
        #expect(try run("stdio", environment: ["TUNER_SOCKET": daemon.path]).code == 4)
        #expect(try run("--socket", daemon.path, "stdio") == Result(code: 0))
    }

    @Test func withoutADaemonItSaysHowToStartOne() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let sentence = "tunerctl: no daemon answers at \(path); start one with: tunerctl start\n"
        #expect(try run("--socket", path, "stdio") == Result(code: 4, errors: sentence))
    }
}
