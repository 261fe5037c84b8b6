import HTTPCore
import LoopCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests that work for many clients does not make a turn long, with streams whose sends take time.
struct FairnessTests {
    /// A socket, each of whose sends takes a millisecond.
    private final class SlowStream: ByteStream {
        private let socket: SocketStream
        private let clocks: ManualClocks
        private(set) var sends = 0

        init(_ socket: SocketStream, _ clocks: ManualClocks) { (self.socket, self.clocks) = (socket, clocks) }

        func receive(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer {
            try unsafe socket.receive(into: memory)
        }

        func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
            sends += 1
            clocks.advance(by: .milliseconds(1))
            return try socket.send(bytes)
        }

        func shutdownWriting() throws(SystemError) { try socket.shutdownWriting() }

        func shutdown() throws(SystemError) { try socket.shutdown() }

        func withDescriptor<Result>(
            _ body: (borrowing Descriptor) throws(SystemError) -> Result
        ) throws(SystemError) -> Result {
            try socket.withDescriptor(body)
        }
    }

    private final class Held {
        var exchanges: [Exchange] = []
        var count = 0
    }

    private static let clients = 300

    private func connect(to bench: WebTestBench) throws -> [(wire: TestPeer, stream: SlowStream)] {
        var clients: [(TestPeer, SlowStream)] = []
        for _ in 0..<Self.clients {
            var slow: SlowStream?
            let wire = try bench.connect {
                let stream = SlowStream($0, bench.clocks)
                slow = stream
                return stream
            }
            clients.append((wire, try #require(slow)))
        }
        return clients
    }

    @Test func `what many streams receive at once is sent in several turns`() throws {
        let held = Held()
        let bench = try WebTestBench([
            Route(.get, "/", .open) { _, _, exchange in
                exchange.beginStream(.ok, .text)
                held.exchanges.append(exchange)
            }
        ])
        let clients = try connect(to: bench)
        for client in clients { try client.wire.write(bench.text("GET /")) }
        try bench.turn(Self.clients * 2)
        try #require(held.exchanges.count == Self.clients)
        for client in clients { #expect(client.wire.read().status == 200) }
        let before = clients.reduce(0) { $0 + $1.stream.sends }
        for exchange in held.exchanges { exchange.write("event".utf8.span) }
        try bench.turn()
        let sends = clients.reduce(0) { $0 + $1.stream.sends } - before
        #expect((1..<100).contains(sends), "\(sends)")
        // A request that arrives now does not wait for the rest.
        let other = try bench.connect()
        #expect(try bench.request("GET /", on: other, turns: 2).status == 200)
        try bench.turn(20)
        for client in clients { #expect(client.wire.read() == "5\r\nevent\r\n") }
    }

    @Test func `a response outside of an event lets only one pipelined request follow when the turn is over`() throws {
        let held = Held()
        let bench = try WebTestBench([
            Route(.get, "/held", .open) { _, _, exchange in held.exchanges.append(exchange) },
            Route(.get, "/", .open) { _, _, exchange in
                held.count += 1
                exchange.respond(.ok, text: "")
            },
        ])
        let clients = try connect(to: bench)
        let pipelined = 30
        for client in clients {
            let text = bench.text("GET /held") + String(repeating: bench.text("GET /"), count: pipelined)
            try client.wire.write(text)
        }
        try bench.turn(Self.clients * 2)
        try #require(held.exchanges.count == Self.clients)
        let exchanges = held.exchanges
        held.exchanges = []
        for exchange in exchanges { exchange.respond(.ok, text: "") }
        try bench.turn()
        #expect(held.count < 500, "\(held.count)")
        try bench.turn(Self.clients * (pipelined + 2))
        #expect(held.count == Self.clients * pipelined)
        for client in clients { #expect(client.wire.read().occurrences(of: "HTTP/1.1 200") == pipelined + 1) }
    }
}
