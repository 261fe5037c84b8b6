import HTTPCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of what the server counts about itself.
struct CountTests {
    private final class Later: WebSocketHandler {
        var exchange: Exchange?

        func opened(_ webSocket: WebSocket) {}
        func received(text: Span<UInt8>, _ webSocket: WebSocket) {}
        func received(binary: Span<UInt8>, _ webSocket: WebSocket) {}
        func hasRoom(_ webSocket: WebSocket) {}
        func ended(_ code: CloseCode?) {}
    }

    private func routes(_ later: Later) -> [Route] {
        [
            Route(.get, "/a", .open) { _, _, exchange in exchange.respond(.ok, text: "a") },
            Route(.put, "/a", .open) { _, _, exchange in exchange.respond(.badRequest, text: "a") },
            Route(.get, "/later", .open) { _, _, exchange in later.exchange = exchange },
            Route(.get, "/stream", .open) { _, _, exchange in
                exchange.beginStream(.ok, .text)
                later.exchange = exchange
            },
            Route(.get, "/none", .open) { _, _, _ in },
            Route(.get, "/socket", .open) { _, bytes, exchange in exchange.acceptWebSocket(later, in: bytes) },
        ]
    }

    private func statuses(_ bench: WebTestBench, _ name: String) throws -> [Int64] {
        let route = try #require(bench.server.counts.routes.first { $0.name == name })
        return (0..<5).map { route.statuses[$0] }
    }

    @Test func `each response counts once, by its route and its status`() throws {
        let later = Later()
        let bench = try WebTestBench(routes(later))
        let wire = try bench.connect()
        #expect(bench.server.counts.routes.map(\.name) == ["/a", "/later", "/stream", "/none", "/socket", "other"])
        _ = try bench.request("GET /a", on: wire)
        _ = try bench.request("HEAD /a", on: wire)
        _ = try bench.request("PUT /a", on: wire)
        _ = try bench.request("GET /none", on: wire)
        _ = try bench.request("GET /nothing", on: wire)
        _ = try bench.request("DELETE /a", on: wire)
        #expect(try statuses(bench, "/a") == [0, 2, 0, 1, 0])
        #expect(try statuses(bench, "/none") == [0, 0, 0, 0, 1])
        #expect(try statuses(bench, "other") == [0, 0, 0, 2, 0])
        _ = try bench.request("GET /a\u{1}", on: wire)
        #expect(try statuses(bench, "other") == [0, 0, 0, 3, 0])
        #expect(bench.server.counts.received > 0)
        #expect(bench.server.counts.sent > 0)
    }

    @Test func `the time of a response is that from the request to the response`() throws {
        let later = Later()
        let bench = try WebTestBench(routes(later))
        let wire = try bench.connect()
        _ = try bench.request("GET /later", on: wire)
        try bench.advance(by: .milliseconds(250))
        later.exchange?.respond(.ok, text: "late")
        let route = try #require(bench.server.counts.routes.first { $0.name == "/later" })
        #expect(route.count == 1)
        #expect(route.nanoseconds == 250_000_000)
    }

    @Test func `a stream counts when it begins, and only once`() throws {
        let later = Later()
        let bench = try WebTestBench(routes(later))
        let wire = try bench.connect()
        _ = try bench.request("GET /stream", on: wire)
        #expect(try statuses(bench, "/stream") == [0, 1, 0, 0, 0])
        later.exchange?.endStream()
        try bench.turn()
        #expect(try statuses(bench, "/stream") == [0, 1, 0, 0, 0])
    }

    @Test func `open connections and WebSocket connections are counted`() throws {
        let bench = try WebTestBench(routes(Later()))
        let wire = try bench.connect()
        let fields = [
            "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        #expect(try bench.request("GET /socket", fields, on: wire).status == 101)
        #expect(try statuses(bench, "/socket") == [1, 0, 0, 0, 0])
        #expect(bench.server.counts.webSockets == 1)
        #expect(bench.server.counts.connections == 1)
        wire.close()
        try bench.turn(4)
        #expect(bench.server.counts.webSockets == 0)
        #expect(bench.server.counts.connections == 0)
        #expect(bench.server.counts.acceptedConnections == 1)
        let second = try bench.connect()
        #expect(try bench.request("GET /socket", on: second).status == 426)
        #expect(bench.server.counts.webSockets == 0)
    }
}
