import HTTPCore
import NetworkCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of responses that are written in parts.
struct StreamTests {
    /// A stream that a test writes to.
    final class Source {
        var exchange: Exchange?
        var gone = 0
        var rooms = 0
    }

    private func routes(_ source: Source) -> [Route] {
        [
            Route(.get, "/", .open) { _, _, exchange in exchange.respond(.ok, text: "hello") },
            Route(.get, "/stream", .open) { _, _, exchange in
                exchange.whenGone = { source.gone += 1 }
                source.exchange = exchange
                exchange.beginStream(.ok, .text)
            },
            Route(.get, "/large", .open) { _, _, exchange in
                exchange.respond(.ok, .text, StreamTests.large.utf8.span)
            },
        ]
    }

    private static let large = String(repeating: "0123456789abcdef", count: 64 << 10)

    /// Writes until the stream has no room, and returns the number of bytes.
    private func fill(_ exchange: Exchange) -> Int {
        let part = Array(repeating: UInt8(ascii: "x"), count: 16 << 10)
        var count = 0
        while exchange.hasRoom, count < 64 << 20 {
            exchange.write(part.span)
            count += part.count
        }
        return count
    }

    @Test func `the parts of a stream arrive as they are written`() throws {
        let source = Source()
        let bench = try WebTestBench(routes(source))
        let wire = try bench.connect()
        let head = try bench.request("GET /stream", on: wire)
        #expect(head.field("Transfer-Encoding") == "chunked")
        #expect(head.content == "")
        let exchange = try #require(source.exchange)
        exchange.write("one".utf8.span)
        try bench.turn()
        #expect(wire.read() == "3\r\none\r\n")
        exchange.write("".utf8.span)
        exchange.write("three".utf8.span)
        exchange.endStream()
        try bench.turn()
        #expect(wire.read() == "5\r\nthree\r\n0\r\n\r\n")
        #expect(source.gone == 0)
        #expect(try bench.request("GET /", on: wire).status == 200)
    }

    @Test func `a stream that is abandoned ends without its last chunk`() throws {
        let source = Source()
        let bench = try WebTestBench(routes(source))
        let wire = try bench.connect()
        _ = try bench.request("GET /stream", on: wire)
        source.exchange?.write("one".utf8.span)
        source.exchange?.abandon()
        try bench.turn(2)
        #expect(wire.readToEnd() == "3\r\none\r\n")
    }

    @Test func `a stream that is released is abandoned`() throws {
        let source = Source()
        let bench = try WebTestBench(routes(source))
        let wire = try bench.connect()
        _ = try bench.request("GET /stream", on: wire)
        source.exchange = nil
        try bench.turn(2)
        #expect(wire.readToEnd() == "")
    }

    @Test func `a stream has room again when its client reads`() throws {
        let source = Source()
        let bench = try WebTestBench(routes(source))
        let wire = try bench.connect()
        _ = try bench.request("GET /stream", on: wire)
        let exchange = try #require(source.exchange)
        var written = fill(exchange)
        try bench.turn(4)
        // The kernel takes some; then nothing more fits.
        written += fill(exchange)
        try bench.turn(4)
        written += fill(exchange)
        #expect(written < 4 << 20)
        exchange.whenRoom { source.rooms += 1 }
        try bench.turn(4)
        #expect(source.rooms == 0)
        #expect(try bench.drain(wire).occurrences(of: "x") == written)
        #expect(source.rooms == 1)
        #expect(exchange.hasRoom)
        exchange.whenRoom { source.rooms += 1 }
        try bench.turn(2)
        #expect(source.rooms == 2)
    }

    @Test func `the handler of a stream is called when its client disconnects`() throws {
        let source = Source()
        let bench = try WebTestBench(routes(source))
        let wire = try bench.connect()
        _ = try bench.request("GET /stream", on: wire)
        wire.close()
        try bench.turn(2)
        source.exchange?.write("one".utf8.span)
        try bench.turn(3)
        #expect(source.gone == 1)
        #expect(source.exchange?.isOpen == false)
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a client that ends its side receives the rest of a stream`() throws {
        let source = Source()
        let bench = try WebTestBench(routes(source))
        let wire = try bench.connect()
        _ = try bench.request("GET /stream", on: wire)
        try wire.shutdownWriting()
        try bench.turn(3)
        source.exchange?.write("one".utf8.span)
        source.exchange?.endStream()
        try bench.turn(3)
        #expect(wire.read() == "3\r\none\r\n0\r\n\r\n")
        #expect(source.gone == 0)
    }

    @Test func `a client that reads nothing is closed after the time to send`() throws {
        var limits = WebLimits()
        limits.http.sendTime = 5_000_000_000
        let source = Source()
        let bench = try WebTestBench(routes(source), limits: limits)
        let wire = try bench.connect()
        try wire.write(bench.text("GET /large"))
        try bench.turn(4)
        try bench.advance(by: .milliseconds(4_900))
        #expect(bench.server.connectionCount == 1)
        try bench.advance(by: .milliseconds(200))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a client that reads slowly is not closed`() throws {
        var limits = WebLimits()
        limits.http.sendTime = 5_000_000_000
        let bench = try WebTestBench(routes(Source()), limits: limits)
        let wire = try bench.connect()
        try wire.write(bench.text("GET /large"))
        try bench.turn(4)
        var text = ""
        // Each part is as much as a socket takes, so the server can send after each of them.
        for _ in 0..<4 {
            try bench.advance(by: .seconds(4))
            text += wire.read(atMost: 250_000)
            try bench.turn(2)
        }
        text += try bench.drain(wire)
        #expect(text.content == Self.large)
    }

    @Test func `a thousand clients that read nothing cost another client no turn`() async {
        await #expect(processExitsWith: .success) {
            _ = try Kernel.raiseDescriptorLimit()
            let bench = try WebTestBench(StreamTests().routes(Source()))
            let stalled = try (0..<1_000).map { _ in try bench.connect() }
            for wire in stalled {
                try wire.write(bench.text("GET /large"))
            }
            try bench.turn(1_100)
            demand(bench.server.connectionCount == 1_000)
            let other = try bench.connect()
            // One turn receives each request and sends its response.
            for _ in 0..<100 {
                demand(try bench.request("GET /", on: other, turns: 1).status == 200)
            }
            // A stalled client that reads again gets everything.
            demand(try bench.drain(stalled[500]).content == StreamTests.large)
        }
    }
}
