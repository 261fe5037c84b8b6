import HTTPCore
import JSONCore
import LoopCore
import NetworkCore
import SystemCore
import TestSupport

@testable import WebGateway

/// A server on a loop whose turns the test runs, with clocks that the test advances.
final class WebTestBench {
    static let user: UInt32 = 1_000

    let clocks = ManualClocks()
    let loop: EventLoop
    let server: HTTPServer

    init(_ routes: [Route] = [], limits: WebLimits = WebLimits()) throws {
        loop = try EventLoop(clock: clocks.clocks)
        let policy = AccessPolicy(
            names: HostNames(ports: [80]),
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
    func connect(
        as owner: SocketOwner = .user(user),
        _ wrapped: (SocketStream) -> any ByteStream = { $0 }
    ) throws -> TestPeer {
        let (wire, stream) = try TestPeer.pair()
        server.serve(wrapped(stream), of: owner)
        return wire
    }

    /// Runs turns that do not wait for events.
    func turn(_ times: Int = 1) throws {
        for _ in 0..<times {
            loop.nextTurn {}
            try loop.turn()
        }
    }

    /// Sends a request with a host, and returns what the client then receives.
    func request(
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
    func text(_ line: String, _ fields: [String] = [], body: String = "") -> String {
        ([line + " HTTP/1.1", "Host: localhost"] + fields + ["", body]).joined(separator: "\r\n")
    }

    /// Runs turns and reads until nothing more arrives.
    func drain(_ wire: TestPeer) throws -> String {
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

    func advance(by time: Duration) throws {
        clocks.advance(by: time)
        try turn()
    }
}

extension String {
    /// The number in the first status line; nil without one.
    var status: Int? {
        guard hasPrefix("HTTP/1.1 ") else { return nil }
        return Int(dropFirst(9).prefix(3))
    }

    /// The text behind the first empty line.
    var content: String {
        firstRange(of: "\r\n\r\n").map { String(self[$0.upperBound...]) } ?? ""
    }

    /// Returns the value of the first field with a name, as it is written; nil if there is none.
    func field(_ name: String) -> String? {
        let head = firstRange(of: "\r\n\r\n").map { self[..<$0.lowerBound] } ?? self[...]
        for line in head.split(separator: "\r\n").dropFirst() where line.hasPrefix("\(name): ") {
            return String(line.dropFirst(name.count + 2))
        }
        return nil
    }

    /// How often a text is in this text.
    func occurrences(of text: String) -> Int { ranges(of: text).count }
}
