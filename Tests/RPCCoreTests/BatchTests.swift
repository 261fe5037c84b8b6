import JSONCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@testable import RPCCore

/// Tests of batches that take more than one turn.
@Suite struct BatchTests {
    private static func pong(_ id: Int) -> String { response(id, "\"pong\"") }
    private static func batch(_ requests: [String]) -> String { "[\(requests.joined(separator: ","))]" }
    /// Returns a request that uses up the time of a turn.
    private static func spend(_ id: Int?) -> String { request("spend", id, "[10]") }

    @Test(arguments: Poller.Kind.available)
    func `a ping of another connection waits for one request of a slow batch at most`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (slow, quick) = (try bench.connect(), try bench.connect())
        let count = 20
        try slow.write(Self.batch((0..<count).map(Self.spend)))
        try bench.turn()
        for number in 1..<count {
            try quick.write(request("ping", number))
            let before = bench.clocks.clocks.monotonic()
            try bench.turn()
            #expect(quick.lines() == [Self.pong(number)])
            #expect(bench.clocks.clocks.monotonic() - before == .milliseconds(10))
            #expect(slow.lines() == [])
        }
        try bench.turn()
        #expect(slow.lines() == [Self.batch((0..<count).map { response($0, "true") })])
    }

    @Test func `a batch has one response in its place, wherever the stream is split`() throws {
        let batch = Self.batch([Self.spend(2), "7", Self.spend(nil), request("nope", 3), Self.spend(4)])
        let text = request("ping", 1) + batch + Self.batch([Self.spend(nil)]) + request("ping", 5)
        for position in 0...text.utf8.count {
            let bench = try TestBench()
            let wire = try bench.connect()
            let bytes = Array(text.utf8)
            try wire.write(bytes[..<position])
            try bench.turn()
            try wire.write(bytes[position...])
            try wire.shutdownWriting()
            let lines = try bench.drain(wire)
            try #require(lines.count == 3, "split at \(position)")
            #expect(lines[0] == Self.pong(1))
            let responses = try JSON.parse(lines[1])
            #expect((0...4).map { responses[$0]?["id"] } == [2, .null, 3, 4, nil])
            #expect((0...3).map { responses[$0]?["error"]?["code"] } == [nil, -32_600, -32_601, nil])
            #expect(lines[2] == Self.pong(5))
            #expect(wire.hasEnded)
        }
    }

    @Test func `a streamed result in a batch is written after the other requests`() throws {
        let bench = try TestBench()
        let (lines, framed) = (try bench.connect(), try bench.connect())
        let batch = Self.batch([
            Self.spend(1), StreamingTests.count(2, 2_000), Self.spend(3), StreamingTests.count(4, 300),
        ])
        let expected = Self.batch([
            response(1, "true"), StreamingTests.counted(2, 2_000), response(3, "true"), StreamingTests.counted(4, 300),
        ])
        try lines.write(batch + request("ping", 5))
        try framed.write(StreamingTests.framed(batch))
        try bench.turn(200)
        #expect(lines.lines() == [expected, Self.pong(5)])
        #expect(framed.read() == StreamingTests.framed(expected))
    }

    @Test func `notifications between two turns of a batch precede its response`() throws {
        let bench = try TestBench()
        let (wire, other) = (try bench.connect(), try bench.connect())
        try wire.write(Self.batch([request("subscribe", 1), Self.spend(2), request("send", 3, "[1]")]))
        try bench.turn()
        try other.write(request("publish", 1, "[7]"))
        try bench.turn(3)
        let responses = Self.batch([response(1, "true"), response(2, "true"), response(3, "true")])
        let lines = wire.lines()
        #expect(lines.last == responses)
        #expect(Set(lines.dropLast()) == [notification("published", "7"), notification("sent", "0")])
    }

    @Test(arguments: [false, true])
    func `a release between two turns of a batch does not release later requests`(again: Bool) throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let last = again ? request("withhold", 3, "[6]") : request("isWithheld", 3)
        try wire.write(Self.batch([request("withhold", 1, "[5]"), Self.spend(2), last]))
        try bench.turn()
        bench.service.release(through: 5)
        try bench.turn(2)
        let responses = [WithholdingTests.withheld(1), response(2, "true")]
        let whole = Self.batch(responses + [again ? WithholdingTests.withheld(3) : response(3, "false")])
        #expect(wire.lines() == (again ? [] : [whole]))
        bench.service.release(through: 6)
        try bench.turn()
        #expect(wire.lines() == (again ? [whole] : []))
    }

    @Test func `a failure between two turns of a batch affects only the handled requests`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let requests = [
            request("withhold", 1), StreamingTests.count(2, 2_000), request("withhold"), Self.spend(3),
            request("ping", 4),
        ]
        for _ in 0..<2 {
            try wire.write(Self.batch(requests) + request("ping", 5))
            try bench.turn()
            bench.service.failWithheld()
            try bench.turn(4)
            let failed = [1, 2, 3].map(WithholdingTests.storage)
            #expect(wire.lines() == [Self.batch(failed + [Self.pong(4)]), Self.pong(5)])
        }
        // A batch that begins after the failure must succeed.
        try wire.write(request("withhold", 1))
        try bench.turn()
        bench.service.failWithheld()
        try wire.write(Self.batch([Self.spend(2), request("ping", 3)]))
        try bench.turn(3)
        #expect(wire.lines() == [WithholdingTests.storage(1), Self.batch([response(2, "true"), Self.pong(3)])])
    }

    @Test func `a server that ends completes a batch and sends its response`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        try wire.write(Self.batch([Self.spend(1), Self.spend(2), request("ping", 3)]))
        try bench.turn()
        bench.server.end(within: .seconds(60)) {}
        try bench.turn(4)
        #expect(wire.lines() == [Self.batch([response(1, "true"), response(2, "true"), Self.pong(3)])])
        #expect(wire.hasEnded)
    }

    @Test func `closing a connection during a batch frees its state`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        try wire.write(Self.batch([Self.spend(1), request("update", 2)]))
        try bench.turn()
        bench.server.closeAll()
        try bench.turn(3)
        #expect(bench.service.called.isEmpty)
        #expect(bench.server.connectionCount == 0)
        #expect(bench.server.unreadInput == 0)
    }

    @Test func `a connection that must close during a batch sends responses to the handled requests`() throws {
        var limits = ServerLimits()
        limits.unreadInput = 1 << 20
        let bench = try TestBench(limits: limits)
        let (wire, other) = (try bench.connect(), try bench.connect())
        let padding = String(repeating: " ", count: 600 << 10)
        let batch = Self.batch((1...200).map { Self.spend($0) + ($0 == 1 ? padding : "") })
        #expect(try bench.pour(Array(batch.utf8), into: wire) == batch.utf8.count)
        #expect(wire.lines() == [])
        // The beginning of a message. Together with the batch, it exceeds the limit.
        let begun = "[" + String(repeating: " ", count: 480 << 10)
        #expect(try bench.pour(Array(begun.utf8), into: other) == begun.utf8.count)
        try bench.turn(4)
        let lines = wire.lines()
        let completed = lines.first?.matches(of: /"result"/).count ?? 0
        try #require((1..<200).contains(completed))
        #expect(lines.first == Self.batch((1...completed).map { response($0, "true") }))
        #expect(lines.dropFirst().map { $0 }.summaries == ["tooLarge"])
        #expect(other.lines() == [])
    }
}
