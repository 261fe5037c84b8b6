import JSONCore
import LoopCore
import RPCTestSupport
import SystemCore
import TestSupport

@testable import RPCCore

/// A server on a loop whose turns the test runs, with clocks that the test advances.
final class TestBench {
    let clocks = ManualClocks()
    let loop: EventLoop
    let server: RPCServer
    let service = TestService()

    init(_ kind: Poller.Kind = Poller.Kind.available[0], limits: ServerLimits = ServerLimits()) throws {
        loop = try EventLoop(kind, clock: clocks.clocks)
        server = RPCServer(methods: service.methods, limits: limits, loop: loop) { [service] in service.forget($0) }
        service.server = server
        service.spend = { [clocks] in clocks.advance(by: .milliseconds($0)) }
    }

    // Break the reference cycle between the loop and its sources, including the work left for the next turn.
    deinit {
        try? server.stopListening()
        server.closeAll()
        try? turn()
    }

    /// Returns the client's end of a new connection; `wrapped` can put a stream between the server and the socket.
    func connect(as user: UInt32 = 2, _ wrapped: (SocketStream) -> any ByteStream = { $0 }) throws -> TestPeer {
        let (wire, stream) = try TestPeer.pair()
        try server.serve(wrapped(stream), credentials: PeerCredentials(pid: 1, uid: user, gid: 3))
        return wire
    }

    /// Runs turns that do not wait for events.
    func turn(_ times: Int = 1) throws {
        for _ in 0..<times {
            loop.nextTurn {}
            try loop.turn()
        }
    }

    /// Returns the statistics of a method; nil if there is no such method.
    func statistics(_ method: String) -> MethodStatistics? {
        let position = server.methods.methods.firstIndex { $0.name.description == method }
        return position.map { server.statistics[$0] }
    }

    /// Sends a text, runs turns, and returns the received lines.
    func exchange(_ text: String, on wire: TestPeer, turns: Int = 8) throws -> [String] {
        try wire.write(text)
        try turn(turns)
        return wire.lines()
    }

    /// Writes until the server stops reading, and returns the number of bytes written.
    func pour(_ bytes: [UInt8], into wire: TestPeer) throws -> Int {
        var written = 0
        var idle = 0
        while written < bytes.count, idle < 4 {
            let count = try wire.write(bytes[written...].prefix(1 << 16))
            written += count
            idle = count == 0 ? idle + 1 : 0
            try turn()
        }
        return written
    }

    /// Runs turns and reads until nothing more arrives.
    func drain(_ wire: TestPeer) throws -> [String] {
        var text = ""
        var idle = 0
        while idle < 4 {
            let part = wire.read()
            text += part
            idle = part.isEmpty ? idle + 1 : 0
            try turn()
        }
        return text.split(separator: "\n").map(String.init)
    }
}

/// Returns a notification that the method `send` or `publish` sends, without a newline.
func notification(_ method: String, _ value: String) -> String {
    #"{"jsonrpc":"2.0","method":"\#(method)","params":{"value":\#(value)}}"#
}

extension [String] {
    /// The error kind of each line, or its result or method, in a short form to compare.
    var summaries: [String] {
        map { line in
            guard let value = try? JSON.parse(line) else { return "no JSON: \(line)" }
            return value["error"]?["data"]?["kind"]?.text ?? value["result"]?.text ?? value["method"]?.text ?? line
        }
    }
}
