import BlockingTests
import SystemCore
import TestSupport
import Testing

/// `tunerctl stdio`: a daemon's socket as standard input and output.
@Suite(.blocking) struct StdioTests {
    private typealias Result = Program.Result

    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#

    @Test func `stdio forwards the end of input and prints every response`() throws {
        let daemon = try FakeDaemon()
        let relay = try start(["--socket", daemon.path, "stdio"], on: .allPipes)
        try relay.write("\(Self.ping)\n")
        #expect(try relay.output { $0.contains("\n") } == "\(Self.pong)\n")
        try relay.write(Self.ping)
        relay.endInput()
        #expect(try relay.wait() == Result(code: 0, output: "\(Self.pong)\n\(Self.pong)\n"))
    }

    @Test func `stdio forwards bytes unchanged`() throws {
        let daemon = try FakeDaemon()
        let relay = try start(["--socket", daemon.path, "stdio"], on: .allPipes)
        try relay.write("Content-Length: \(Self.ping.utf8.count)\r\n\r\n\(Self.ping)")
        relay.endInput()
        let response = "Content-Length: \(Self.pong.utf8.count)\r\n\r\n\(Self.pong)"
        #expect(try relay.wait() == Result(code: 0, output: response))
    }

    @Test func `stdio forwards large requests and responses in both directions at once`() throws {
        let daemon = try FakeDaemon()
        let payload = String(repeating: "ü", count: 400_000)
        let requests = (1...8).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping","params":["\#(payload)"]}"# }
        let responses = (1...8).map { #"{"jsonrpc":"2.0","id":\#($0),"result":"\#(payload)"}"# + "\n" }
        let relay = try start(["--socket", daemon.path, "stdio"], on: .allPipes)
        try relay.write(requests.joined())
        relay.endInput()
        #expect(try relay.wait() == Result(code: 0, output: responses.joined()))
    }

    @Test func `stdio ends when the daemon ends, even with its input open`() throws {
        let daemon = try FakeDaemon()
        let relay = try start(["--socket", daemon.path, "stdio"], on: .allPipes)
        try relay.write(Self.ping)
        _ = try relay.output { $0.contains("\n") }
        try daemon.call("server.stop")
        #expect(try relay.wait() == Result(code: 0, output: "\(Self.pong)\n"))
    }

    @Test func `stdio ends quietly when its reader closes the output`() throws {
        let daemon = try FakeDaemon()
        let relay = try start(["--socket", daemon.path, "stdio"], on: .allPipes)
        try relay.write(Self.ping)
        _ = try relay.output { $0.contains("\n") }
        relay.endOutput()
        #expect(try relay.wait() == Result(code: 0))
    }

    @Test func `stdio refuses a socket in a directory writable by others unless --socket names the socket`() throws {
        let daemon = try FakeDaemon()
        try Kernel.setMode(String(daemon.path.dropLast("/socket".count)), 0o777)
        #expect(try run("stdio", environment: ["TUNER_SOCKET": daemon.path]).code == 4)
        #expect(try run("--socket", daemon.path, "stdio") == Result(code: 0))
    }

    @Test func `without a daemon, stdio prints how to start one`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let sentence = "tunerctl: no daemon responds at \(path); start one with: tunerctl start --socket \(path)\n"
        #expect(try run("--socket", path, "stdio") == Result(code: 4, errors: sentence))
    }
}
