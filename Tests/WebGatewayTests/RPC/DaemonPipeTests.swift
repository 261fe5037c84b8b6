import ClientCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI
import WebTestSupport

@testable import WebGateway

/// Tests of a connection to the daemon, of which the test is the other end.
@Suite struct DaemonPipeTests {
    private final class Owner: DaemonPipeOwner {
        var events: [String] = []

        func opened(_ pipe: DaemonPipe) { events.append("opened") }

        func received(_ bytes: Span<UInt8>, _ part: MessagePart, _ pipe: DaemonPipe) {
            events.append(String(decoding: [UInt8](bytes, in: 0..<bytes.count), as: UTF8.self))
        }

        func hasRoom(_ pipe: DaemonPipe) {}

        func lost(_ fault: DaemonFault, _ pipe: DaemonPipe) {
            switch fault {
            case .unavailable(let sentence): events.append(sentence)
            default: events.append("\(fault)")
            }
        }
    }

    private let directory: TemporaryDirectory
    private let bench: WebTestBench
    private let pipes: DaemonPipes
    private let owner = Owner()
    private let daemon: TestPeer

    init() throws {
        directory = try TemporaryDirectory()
        bench = try WebTestBench()
        let path = directory.file("tunerd.sock")
        let listener = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
        let address = DaemonAddress(directory.file("tunerd.sock"), trust: .anyone)
        pipes = DaemonPipes(to: address, startCommand: "tunerctl start", on: bench.loop)
        _ = try pipes.open(in: nil, for: owner)
        guard case .connection(let socket) = try Kernel.accept(listener) else {
            throw SystemError("accept", .wouldBlock)
        }
        daemon = TestPeer(socket)
        try bench.turn()
        #expect(daemon.read().contains(#""method":"session.hello""#))
    }

    private func hello(_ version: Int64) -> String {
        #"{"jsonrpc":"2.0","id":0,"result":{"server":"tunerd","version":"9","protocol":\#(version),"epoch":"e","#
            + #""revision":4,"pid":7,"limits":{},"capabilities":[]}}"#
    }

    private func send(_ message: String) throws {
        try daemon.write("Content-Length: \(message.utf8.count)\r\n\r\n\(message)")
        try bench.turn(3)
    }

    @Test func `a pipe opens after the greeting, and passes on messages that nobody parses`() throws {
        try send(hello(API.protocolVersion))
        try send("{}")
        try send("not JSON")
        #expect(owner.events == ["opened", "{}", "not JSON"])
    }

    @Test func `a daemon with another version of the protocol is refused with what to do`() throws {
        try send(hello(API.protocolVersion + 1))
        let path = directory.file("tunerd.sock")
        #expect(
            owner.events == [
                "the daemon at \(path) uses protocol version \(API.protocolVersion + 1), but tunerweb uses version "
                    + "\(API.protocolVersion); install both from one release"
            ]
        )
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":0,"result":{}}"#, #"{"jsonrpc":"2.0","method":"x"}"#, "[]", "nothing",
    ])
    func `a response that is not a greeting is not of tunerd`(response: String) throws {
        try send(response)
        #expect(owner.events.count == 1)
        #expect(owner.events.first?.contains("is not tunerd") == true)
    }

    @Test(arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "Content-Length: 0\r\n\r\n", "{}\n"])
    func `bytes that are no message are not of tunerd`(bytes: String) throws {
        try daemon.write(bytes)
        try bench.turn(3)
        #expect(owner.events.count == 1)
        #expect(owner.events.first?.contains("is not tunerd") == true)
    }

    @Test func `the reason of a daemon that refuses the connection is passed on`() throws {
        try daemon.write(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"full"}}"# + "\n")
        try bench.turn(3)
        #expect(owner.events == ["\(DaemonFault.refused(RemoteError(code: -32001, message: "full", data: .null)))"])
    }
}
