import HTTPCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of the comments of idle streams, with a clock that the test advances.
struct EventStreamsTests {
    private final class Holder {
        var streams: EventStreams?
        var gone = 0
    }

    private func bench() throws -> (WebTestBench, Holder) {
        let holder = Holder()
        let route = Route(.get, "/", .open) { _, _, exchange in
            _ = holder.streams?.begin(on: exchange) { _ in holder.gone += 1 }
        }
        let bench = try WebTestBench([route])
        holder.streams = EventStreams(on: bench.loop)
        return (bench, holder)
    }

    @Test func `each stream has a comment every 15 seconds`() throws {
        let (bench, holder) = try bench()
        let wires = try (0..<20).map { _ in try bench.connect() }
        for wire in wires {
            let text = try bench.request("GET /", on: wire)
            #expect(text.field("Content-Type") == "text/event-stream")
            #expect(text.hasSuffix("retry: 1000\n\n\r\n"))
        }
        #expect(holder.streams?.count == 20)
        for _ in 0..<3 {
            var texts = [String](repeating: "", count: wires.count)
            for _ in 0..<15 {
                try bench.advance(by: .seconds(1))
                try bench.turn(2)
                let parts = wires.map { $0.read() }
                // The comments of many streams are spread over the time.
                #expect(parts.count { !$0.isEmpty } <= 2)
                for index in parts.indices { texts[index] += parts[index] }
            }
            #expect(texts.allSatisfy { $0 == "3\r\n:\n\n\r\n" })
        }
    }

    @Test func `a stream whose client is gone is forgotten`() throws {
        let (bench, holder) = try bench()
        let wire = try bench.connect()
        _ = try bench.request("GET /", on: wire)
        wire.close()
        for _ in 0..<16 {
            try bench.advance(by: .seconds(1))
            try bench.turn(2)
        }
        #expect(holder.gone == 1)
        #expect(holder.streams?.count == 0)
    }

    @Test func `a client that has ended its side before its request is handled is gone at once`() throws {
        var held: Exchange?
        let holder = Holder()
        let bench = try WebTestBench([
            Route(.get, "/held", .open) { _, _, exchange in held = exchange },
            Route(.get, "/", .open) { _, _, exchange in
                _ = holder.streams?.begin(on: exchange) { _ in holder.gone += 1 }
            },
        ])
        holder.streams = EventStreams(on: bench.loop)
        let wire = try bench.connect()
        try wire.write(bench.text("GET /held") + bench.text("GET /"))
        try wire.shutdownWriting()
        try bench.turn(4)
        held?.respond(.ok, text: "")
        held = nil
        try bench.turn(4)
        #expect(holder.gone == 1)
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a client that ends its side is gone at once`() throws {
        let (bench, holder) = try bench()
        let wire = try bench.connect()
        _ = try bench.request("GET /", on: wire)
        try wire.shutdownWriting()
        try bench.turn(2)
        #expect(holder.gone == 1)
        #expect(holder.streams?.count == 0)
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a comment is never inside an event that is written in parts`() throws {
        let (bench, holder) = try bench()
        let wire = try bench.connect()
        _ = try bench.request("GET /", on: wire)
        let stream = try #require(holder.streams?.all.first)
        stream.write("data: o".utf8.span, isPart: true)
        for _ in 0..<15 { try bench.advance(by: .seconds(1)) }
        stream.write("ne\n\n".utf8.span)
        #expect(try bench.drain(wire) == "7\r\ndata: o\r\n4\r\nne\n\n\r\n")
        for _ in 0..<15 { try bench.advance(by: .seconds(1)) }
        #expect(try bench.drain(wire) == "3\r\n:\n\n\r\n")
    }

    @Test func `a client that does not read receives no comments`() throws {
        let (bench, holder) = try bench()
        let wire = try bench.connect()
        _ = try bench.request("GET /", on: wire)
        holder.streams?.fillAll()
        try bench.turn(4)
        for _ in 0..<20 {
            try bench.advance(by: .seconds(1))
        }
        #expect(holder.streams?.count == 1)
        #expect(try bench.drain(wire).occurrences(of: ":\n\n") == 0)
        for _ in 0..<15 {
            try bench.advance(by: .seconds(1))
        }
        #expect(try bench.drain(wire).occurrences(of: ":\n\n") == 1)
    }
}

extension EventStreams {
    /// Writes to every stream until it has no room.
    fileprivate func fillAll() {
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for stream in all {
            while stream.hasRoom { stream.write(part.span) }
        }
    }
}
