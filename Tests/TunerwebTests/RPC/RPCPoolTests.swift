import BlockingTests
import ClientCore
import HTTPCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the pool of `POST /rpc`, with a real daemon, few pipes and clocks that the test advances.
@Suite(.blocking) struct RPCPoolTests {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"# + "\n"

    private let daemon: RunningDaemon
    private let bench: WebTestBench
    private let pool: RPCPool

    init() throws {
        let (daemon, routes) = (try RunningDaemon(), RouteList())
        bench = try WebTestBench([
            Route(.get, "/rpc", .restricted) { call, bytes, exchange in routes.get?(call, bytes, exchange) },
            Route(.post, "/rpc", .restricted, bodyLimit: .max) { call, bytes, exchange in
                routes.post?(call, bytes, exchange)
            },
        ])
        let pipes = DaemonPipes(
            to: DaemonAddress(daemon.socket, trust: .anyone),
            startCommand: "tunerctl start",
            limit: 4,
            on: bench.loop
        )
        var limits = RPCPool.Limits()
        limits.pipes = 1
        limits.waiting = 2
        let pool = RPCPool(pipes, limits)
        routes.get = { _, bytes, exchange in exchange.acceptWebSocket(RPCBridge(pipes, in: nil), in: bytes) }
        routes.post = { call, bytes, exchange in
            pool.post(bytes.extracting(call.request.content), in: try? call.world(in: bytes), exchange)
        }
        (self.daemon, self.pool) = (daemon, pool)
    }

    /// The handlers of the routes, which need the bench's loop.
    private final class RouteList {
        var get: ((RouteCall, Span<UInt8>, Exchange) -> Void)?
        var post: ((RouteCall, Span<UInt8>, Exchange) -> Void)?
    }

    private func post(_ body: String, _ query: String = "") throws -> TestPeer {
        let wire = try bench.connect()
        try wire.write(bench.text("POST /rpc\(query)", ["Content-Length: \(body.utf8.count)"], body: body))
        try bench.turn(2)
        return wire
    }

    private func response(on wire: TestPeer) throws -> String {
        var text = ""
        #expect(
            try eventually {
                try bench.turn()
                text += wire.read()
                return text.hasSuffix("\n")
            }
        )
        return text
    }

    /// Returns a response in chunks with all of them; an incomplete one is an issue.
    private func stream(on wire: TestPeer) throws -> String {
        var text = ""
        #expect(
            try eventually {
                try bench.turn()
                text += wire.read()
                return text.hasSuffix("\r\n0\r\n\r\n")
            }
        )
        return text
    }

    @Test func `requests beyond the pipes wait in order, and beyond the limit of those fail at once`() throws {
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
        try daemon.program.send(SIGSTOP)
        let first = try post(Self.ping)
        let waiting = [try post(Self.ping), try post(Self.ping)]
        let refused = try response(on: try post(Self.ping))
        #expect(refused.status == 503)
        #expect(refused.field("Retry-After") == "1")
        #expect(try JSON.parse(refused.content)["error"]?["data"]?["kind"] == "busy")
        #expect(waiting.allSatisfy { $0.read() == "" })
        try daemon.program.send(SIGCONT)
        for wire in [first] + waiting { #expect(try response(on: wire).content == Self.pong) }
        #expect(pool.count == 1)
    }

    @Test func `a waiting request whose client is gone is not executed`() throws {
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
        try daemon.program.send(SIGSTOP)
        let first = try post(Self.ping)
        let gone = try post(#"{"jsonrpc":"2.0","id":1,"method":"tunables.set","params":{"key":"a","value":1}}"#)
        let last = try post(Self.ping)
        gone.close()
        try bench.turn(4)
        try daemon.program.send(SIGCONT)
        #expect(try response(on: first).content == Self.pong)
        #expect(try response(on: last).content == Self.pong)
        #expect(try daemon.value("server.info")["revision"] == 0)
    }

    @Test func `a waiting request whose client is gone makes room at once`() throws {
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
        try daemon.program.send(SIGSTOP)
        let first = try post(Self.ping)
        for wire in [try post(Self.ping), try post(Self.ping)] { wire.close() }
        try bench.turn(4)
        let waiting = [try post(Self.ping), try post(Self.ping)]
        #expect(waiting.allSatisfy { $0.read() == "" })
        try daemon.program.send(SIGCONT)
        for wire in [first] + waiting { #expect(try response(on: wire).content == Self.pong) }
    }

    @Test func `the connections to the daemon have a limit, for WebSockets and requests together`() throws {
        var wires = try (0..<4).map { _ in
            let wire = try bench.connect()
            #expect(try bench.request("GET /rpc", WebSocketClient.handshake, on: wire).status == 101)
            return wire
        }
        let refused = try bench.connect()
        try refused.write(bench.text("GET /rpc", WebSocketClient.handshake) + "\r\n")
        try bench.turn(4)
        #expect(
            refused.read().hasSuffix(
                "4 connections to the daemon for /rpc and long results, which is the limit; try again later"
            )
        )
        let post = try response(on: try post(Self.ping))
        #expect(post.status == 503)
        #expect(post.field("Retry-After") == "1")
        wires.removeLast().close()
        #expect(
            try eventually {
                try bench.turn()
                return try daemon.value("server.info")["connections"] == 4
            }
        )
        try bench.turn(4)
        #expect(try response(on: try self.post(Self.ping)).content == Self.pong)
    }

    @Test func `a daemon that stops within a long response is an error after a minute`() throws {
        let text = String(repeating: "0123456789abcdef", count: 4_000)
        for index in 0..<60 {
            try daemon.value("tunables.set", #"{"key":"long.k\#(index)","value":"\#(text)"}"#)
        }
        let wire = try post(#"{"jsonrpc":"2.0","id":1,"method":"tunables.getAll"}"#)
        #expect(
            try eventually {
                try bench.turn()
                return pool.count == 0
            }
        )
        try daemon.program.send(SIGSTOP)
        let part = try bench.drain(wire)
        #expect(part.status == 200)
        #expect(!part.hasSuffix("\r\n0\r\n\r\n"))
        try bench.advance(by: .seconds(61))
        let rest = try bench.drain(wire)
        #expect(wire.hasEnded)
        #expect(!rest.hasSuffix("\r\n0\r\n\r\n"))
        try daemon.program.send(SIGCONT)
    }

    @Test func `nothing of a pipe is left after its end`() throws {
        final class Owner: DaemonPipeOwner, EventSource {
            weak var pipe: DaemonPipe?
            var (isOpen, isLost) = (false, false)
            func opened(_ pipe: DaemonPipe) { isOpen = true }
            func received(_ bytes: Span<UInt8>, _ part: MessagePart, _ pipe: DaemonPipe) {}
            func hasRoom(_ pipe: DaemonPipe) {}
            func lost(_ fault: DaemonFault, _ pipe: DaemonPipe) { isLost = true }
            // The pipe then has something to do at the end of the turn, as after a message of a client.
            func ready(_ readiness: Readiness) {
                pipe?.isPaused = true
                pipe?.isPaused = false
            }
        }
        let loop = bench.loop
        let pipes = DaemonPipes(to: DaemonAddress(daemon.socket, trust: .anyone), startCommand: "", on: loop)
        let owner = Owner()
        owner.pipe = try pipes.open(in: nil, for: owner)
        let (wire, stream) = try TestPeer.pair()
        try stream.withDescriptor { (descriptor) throws(SystemError) in
            try loop.add(descriptor, source: owner, interest: .readable)
        }
        #expect(
            try eventually {
                try bench.turn()
                return owner.isOpen
            }
        )
        // In each turn, the event of the wire precedes the end of the pipe.
        try wire.write("x")
        try bench.turn()
        try daemon.program.crash()
        #expect(
            try eventually {
                try bench.turn()
                return owner.isLost
            }
        )
        try bench.turn(2)
        #expect(owner.pipe == nil)
        try stream.withDescriptor { (descriptor) throws(SystemError) in try loop.remove(descriptor) }
        withExtendedLifetime(pipes) {}
    }

    @Test func `slow readers of long responses take no pipe from the others`() throws {
        let text = String(repeating: "0123456789abcdef", count: 4_000)
        for index in 0..<60 {
            try daemon.value("tunables.set", #"{"key":"long.k\#(index)","value":"\#(text)"}"#)
        }
        let slow = try (0..<3).map { _ in
            let wire = try post(#"{"jsonrpc":"2.0","id":1,"method":"tunables.getAll"}"#)
            #expect(
                try eventually {
                    try bench.turn()
                    return pool.count == 0
                }
            )
            return wire
        }
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
        for wire in slow { #expect(try stream(on: wire).contains("long.k59")) }
    }

    @Test func `a WebSocket is closed with 1013 if the daemon does not accept it in ten seconds`() throws {
        try daemon.program.send(SIGSTOP)
        let wire = try bench.connect()
        #expect(try bench.request("GET /rpc", WebSocketClient.handshake, on: wire).status == 101)
        try bench.advance(by: .seconds(9))
        try bench.turn(2)
        #expect(wire.read() == "")
        try bench.advance(by: .seconds(2))
        try bench.turn(2)
        #expect(wire.read().hasSuffix("to find out why, type: tunerctl doctor"))
        try daemon.program.send(SIGCONT)
    }

    @Test func `an unused pipe is closed after a minute`() throws {
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
        #expect(try daemon.value("server.info")["connections"] == 2)
        try bench.advance(by: .seconds(59))
        try bench.turn(2)
        #expect(pool.count == 1)
        try bench.advance(by: .seconds(2))
        try bench.turn(2)
        #expect(pool.count == 0)
        #expect(
            try eventually {
                try bench.turn()
                return try daemon.value("server.info")["connections"] == 1
            }
        )
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
    }

    @Test func `a daemon that does not respond for a minute is an error`() throws {
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
        try daemon.program.send(SIGSTOP)
        let wire = try post(Self.ping)
        try bench.advance(by: .seconds(59))
        #expect(wire.read() == "")
        try bench.advance(by: .seconds(2))
        let late = try response(on: wire)
        #expect(late.status == 504)
        #expect(late.field("Retry-After") == nil)
        #expect(late.content.contains("does not respond; a change may have been made"))
        #expect(pool.count == 0)
        try daemon.program.send(SIGCONT)
        #expect(try response(on: try post(Self.ping)).content == Self.pong)
    }

    @Test func `a pipe in a world is not used again`() throws {
        let world = try daemon.makeWorld()
        #expect(try response(on: try post(Self.ping, "?world=\(world)")).content == Self.pong)
        try bench.turn(4)
        #expect(pool.count == 0)
    }
}
