package import LoopCore
package import NetworkCore
import SystemCore
package import TestSupport
package import WebGateway

/// A server on a loop whose turns the test runs, with clocks that the test advances.
package final class WebTestBench {
    package static let user: UInt32 = 1_000

    package let clocks = ManualClocks()
    package let loop: EventLoop
    package let server: HTTPServer

    /// `origins` are other origins whose pages may send the token.
    package init(_ routes: [Route] = [], limits: WebLimits = WebLimits(), origins: Set<String> = []) throws {
        loop = try EventLoop(clock: clocks.clocks)
        let policy = AccessPolicy(
            names: HostNames(ports: [80]),
            origins: origins,
            secrets: AccessSecrets(token: String(repeating: "t", count: 64), port: 80),
            user: WebTestBench.user
        )
        server = HTTPServer(
            Router(routes),
            policy,
            limits: limits,
            user: WebTestBench.user,
            clock: clocks.clocks,
            on: loop
        )
    }

    // Break the reference cycle between the loop and its sources, including the work left for the next turn.
    deinit {
        server.end(within: .zero) {}
        clocks.advance(by: .seconds(1))
        try? turn(3)
    }

    /// Returns the client's end of a new connection; `wrapped` can put a stream between the server and the socket.
    package func connect(
        as owner: SocketOwner = .user(user),
        _ wrapped: (SocketStream) -> any ByteStream = { $0 }
    ) throws -> TestPeer {
        let (wire, stream) = try TestPeer.pair()
        server.serve(wrapped(stream), of: owner)
        return wire
    }

    /// Runs turns that do not wait for events.
    package func turn(_ times: Int = 1) throws {
        for _ in 0..<times {
            loop.nextTurn {}
            try loop.turn()
        }
    }

    /// Sends a request with a host, and returns what the client then receives.
    package func request(
        _ line: String,
        _ fields: [String] = [],
        body: String = "",
        on wire: TestPeer,
        turns: Int = 4
    ) throws -> String {
        try wire.write(text(line, fields, body: body))
        try turn(turns)
        return wire.read()
    }

    /// Returns a request with a host.
    package func text(_ line: String, _ fields: [String] = [], body: String = "") -> String {
        ([line + " HTTP/1.1", "Host: localhost"] + fields + ["", body]).joined(separator: "\r\n")
    }

    /// Runs turns and reads until nothing more arrives.
    package func drain(_ wire: TestPeer) throws -> String {
        var text = ""
        var idle = 0
        while idle < 4 {
            let part = wire.read()
            text += part
            idle = part.isEmpty ? idle + 1 : 0
            try turn()
        }
        return text
    }

    package func advance(by time: Duration) throws {
        clocks.advance(by: time)
        try turn()
    }
}
