import JSONCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@testable import RPCCore

/// Tests of responses that take more than one turn.
@Suite struct StreamingTests {
    static func numbers(_ count: Int) -> String { "[\((0..<count).map(String.init).joined(separator: ","))]" }
    static func counted(_ id: Int, _ count: Int) -> String { response(id, numbers(count)) }
    static func count(_ id: Int?, _ count: Int, piece: Int = 100) -> String {
        request("count", id, "[\(count),\(piece)]")
    }
    static func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }
    static func pong(_ id: Int) -> String { response(id, "\"pong\"") }

    @Test(arguments: Poller.Kind.available, [0, 1, 99, 100, 101, 1_000, 40_000])
    func `a streamed response is byte for byte a normal response`(kind: Poller.Kind, count: Int) throws {
        let bench = try TestBench(kind)
        let (lines, framed) = (try bench.connect(), try bench.connect())
        try lines.write(Self.count(1, count) + request("ping", 2))
        try framed.write(Self.framed(Self.count(1, count)) + Self.framed(request("ping", 2)))
        var text = ""
        for _ in 0..<2_000 + count / 20 where !text.hasSuffix(Self.pong(2)) {
            try bench.turn()
            text += framed.read()
        }
        #expect(try bench.drain(lines) == [Self.counted(1, count), Self.pong(2)])
        #expect(text == Self.framed(Self.counted(1, count)) + Self.framed(Self.pong(2)))
    }

    @Test(arguments: Poller.Kind.available)
    func `a turn writes one chunk, and other connections are served between chunks`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (streaming, other) = (try bench.connect(), try bench.connect())
        try streaming.write(Self.count(1, 5_000))
        var received = 0
        for turns in 1...50 {
            try other.write(request("ping", turns))
            try bench.turn()
            received += other.lines().count
            #expect(bench.service.pieces <= turns)
        }
        #expect(received == 50)
        #expect(bench.service.pieces == 50)
        #expect(try bench.drain(streaming) == [Self.counted(1, 5_000)])
    }

    @Test(arguments: Poller.Kind.available)
    func `requests after a streamed response are handled after it`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let requests = Self.count(1, 3_000) + request("update", 2) + Self.count(3, 500) + "{]\n" + request("ping", 4)
        try wire.write(requests)
        try bench.turn(5)
        #expect(bench.service.called.isEmpty)
        let lines = try bench.drain(wire)
        #expect(lines.count == 5)
        #expect(lines.prefix(3) == [Self.counted(1, 3_000), response(2, "null"), Self.counted(3, 500)])
        #expect(lines.suffix(2).map { $0 }.summaries == ["parse", "pong"])
    }

    @Test(arguments: Poller.Kind.available)
    func `notifications during a streamed response follow it`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1), on: wire)
        try wire.write(request("send", 2, "[1]") + Self.count(3, 2_000))
        try bench.turn(3)
        bench.service.publish(4)
        try bench.turn(3)
        bench.service.publish(5)
        #expect(bench.service.subscribers.values.first.map { $0.unsent } ?? 0 > 0)
        let lines = try bench.drain(wire)
        #expect(
            lines == [
                notification("sent", "0"), response(2, "true"), Self.counted(3, 2_000), notification("published", "4"),
                notification("published", "5"),
            ]
        )
        #expect(bench.service.subscribers.values.first?.unsent == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `notifications during a streamed response are limited in size`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1), on: wire)
        try wire.write(Self.count(2, 1_000_000, piece: 1_000))
        try bench.turn(2)
        let text = JSON.string(String(repeating: "x", count: 1 << 20))
        for _ in 0..<9 {
            bench.service.publish(text)
            _ = wire.read()
            try bench.turn()
        }
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a streamed response is not written further than its peer reads`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (lazy, other) = (try bench.connect(), try bench.connect())
        try lazy.write(Self.count(1, 600_000, piece: 1_000) + request("update", 2))
        try bench.turn(1_000)
        let pieces = bench.service.pieces
        #expect(pieces < 150, "as much as the kernel takes, and a little")
        #expect(try bench.exchange(request("ping", 1), on: other) == [Self.pong(1)])
        try bench.turn(10)
        #expect(bench.service.pieces == pieces)
        let lines = try bench.drain(lazy)
        #expect(lines.count == 2)
        #expect(lines.first?.utf8.count == Self.counted(1, 600_000).utf8.count)
        #expect(bench.service.called == ["update"])
    }

    @Test(arguments: Poller.Kind.available, [false, true])
    func `a batch may contain streamed responses and requests without an id`(kind: Poller.Kind, isFramed: Bool) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let batch = [
            request("ping", 1), Self.count(2, 1_500), Self.count(nil, 700), Self.count(3, 0), request("nope", 4),
            Self.count(5, 250), request("ping", 6),
        ]
        let text = "[\(batch.joined(separator: ","))]"
        try wire.write(isFramed ? Self.framed(text) : text)
        try bench.turn(100)
        let responses = try #require(Optional(wire.read()))
        let body = responses.drop { $0 != "[" }
        guard case .array(let parts) = try JSON.parse(String(body)) else {
            Issue.record("no array")
            return
        }
        #expect(isFramed ? Self.framed(String(body)) == responses : String(body) == responses)
        let expected = [Self.pong(1), Self.counted(2, 1_500), Self.counted(3, 0)]
        #expect(try Array(parts.prefix(3)) == expected.map { try JSON.parse($0) })
        #expect(try Array(parts.suffix(2)) == [Self.counted(5, 250), Self.pong(6)].map { try JSON.parse($0) })
        #expect(parts.count == 6)
    }

    @Test(arguments: Poller.Kind.available)
    func `a batch of streamed and large responses uses little memory`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let batch = (1...30).map { $0 % 2 == 0 ? request("fill", $0, "[1000000]") : Self.count($0, 100_000) }
        try wire.write("[\(batch.joined(separator: ","))]")
        try bench.turn(20)
        var text = ""
        var most = 0
        for _ in 0..<200_000 where !text.hasSuffix("]\n") {
            text += wire.read()
            try bench.turn()
            most = max(most, bench.server.peers.first?.unsent ?? 0)
        }
        #expect(most < 2 << 20)
        guard case .array(let responses) = try JSON.parse(text.trimmed) else {
            Issue.record("no array")
            return
        }
        #expect(responses.count == 30)
    }

    @Test(arguments: Poller.Kind.available, [false, true])
    func `a streamed response is withheld and fails like other responses`(
        kind: Poller.Kind,
        fails: Bool
    ) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1), on: wire)
        let batch = "[\(Self.count(4, 150)),\(request("withhold", 5)),\(Self.count(6, 1_000))]"
        try wire.write(request("withhold", 2) + request("ping", 3) + batch + request("update", 7))
        try bench.turn(5)
        bench.service.publish(1)
        try bench.turn(3)
        #expect(wire.lines() == [notification("published", "1")])
        #expect(bench.service.called.isEmpty)
        if fails {
            bench.service.failWithheld()
            bench.service.publish(2)
            let storage = WithholdingTests.storage
            let lines = try bench.drain(wire)
            #expect(lines.prefix(3) == [storage(2), storage(3), "[\([4, 5, 6].map(storage).joined(separator: ","))]"])
            #expect(lines.suffix(2) == [notification("published", "2"), response(7, "null")])
        } else {
            bench.service.release()
            bench.service.publish(2)
            let parts = [Self.counted(4, 150), WithholdingTests.withheld(5), Self.counted(6, 1_000)]
            let expected = [
                WithholdingTests.withheld(2), Self.pong(3), "[\(parts.joined(separator: ","))]",
                notification("published", "2"),
                response(7, "null"),
            ]
            #expect(try bench.drain(wire) == expected)
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `a half-closed peer receives the complete streamed response, then the end`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(Self.count(1, 60_000) + Self.count(2, 10))
        try wire.shutdownWriting()
        #expect(try bench.drain(wire) == [Self.counted(1, 60_000), Self.counted(2, 10)])
        #expect(wire.hasEnded)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available, [0, 3, 1_000])
    func `a peer that disconnects during a streamed response is removed at once`(kind: Poller.Kind, turns: Int) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(Self.count(1, 10_000_000, piece: 1_000) + request("update", 2))
        try bench.turn(turns)
        wire.close()
        try bench.turn(4)
        #expect(bench.server.connectionCount == 0)
        let pieces = bench.service.pieces
        try bench.turn(4)
        #expect(bench.service.pieces == pieces)
    }

    @Test(arguments: Poller.Kind.available)
    func `an unwritable value is an error in the first chunk, and later closes the connection`(kind: Poller.Kind) throws
    {
        let bench = try TestBench(kind)
        let (first, later) = (try bench.connect(), try bench.connect())
        try first.write(request("count", 1, "[1000,100,50]") + request("ping", 2))
        #expect(try bench.drain(first).summaries == ["internal", "pong"])
        try later.write(request("count", 1, "[1000,100,250]") + request("ping", 2))
        try bench.turn(8)
        #expect(!later.read().contains("pong"))
        #expect(later.hasEnded)
    }

    @Test(arguments: Poller.Kind.available)
    func `an ending server finishes streamed responses, within the time limit`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (reading, lazy, other) = (try bench.connect(), try bench.connect(), try bench.connect())
        try reading.write(Self.count(1, 3_000) + request("update", 2))
        try lazy.write(Self.count(1, 1_000_000, piece: 1_000))
        try bench.turn(100)
        #expect(!reading.read().isEmpty)
        try reading.write(Self.count(3, 200_000))
        try bench.turn(2)
        let ended = EndTests.end(bench)
        let lines = try bench.drain(reading)
        #expect(lines == [Self.counted(3, 200_000)])
        #expect(reading.hasEnded && other.hasEnded)
        #expect(ended.times == 0)
        bench.clocks.advance(by: EndTests.limit)
        try bench.turn(2)
        #expect(ended.times == 1)
    }

    @Test(arguments: Poller.Kind.available)
    func `an error that closes the connection follows the streamed response`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (wire, withheld) = (try bench.connect(), try bench.connect())
        for wire in [wire, withheld] {
            try wire.write(
                (wire === withheld ? request("withhold", 0) : "") + Self.count(1, 30_000) + request("update", 2)
            )
        }
        try bench.turn(3)
        for connection in bench.server.connections.values {
            connection.end(with: RPCError(.busy, "not now"))
        }
        bench.service.release()
        for (wire, before) in [(wire, 0), (withheld, 1)] {
            let lines = try bench.drain(wire).dropFirst(before).map { $0 }
            #expect(lines.first == Self.counted(1, 30_000))
            #expect(lines.dropFirst().map { $0 }.summaries == ["busy"])
            #expect(wire.hasEnded)
        }
        #expect(bench.service.called.isEmpty)
    }

    @Test(arguments: Seeds.all)
    func `random requests get equal bytes with streamed and normal responses`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isFramed = Bool.random(using: &random)
        // A function from the name of the counting method to the text of a request.
        typealias Call = (String) -> String
        func call(_ id: Int) -> Call {
            let count = Int.random(in: 0..<600, using: &random)
            // No notifications: they overtake withheld responses, and their requests wait after a long response.
            return switch Int.random(in: 0..<8, using: &random) {
            case 0...3: { request($0, id, "[\(count),50]") }
            case 4: { _ in request("withhold", id) }
            case 5: { _ in request("release", id) }
            case 6: { _ in request("nope", id) }
            default: { _ in request("ping", id) }
            }
        }
        let script: [(call: Call, pause: Int)] = (0..<20).map { id in
            let pause = Int.random(in: 0..<4, using: &random)
            guard Int.random(in: 0..<3, using: &random) == 0 else { return (call(id), pause) }
            let calls = (0..<Int.random(in: 1..<6, using: &random)).map { call(1_000 * id + $0) }
            return ({ name in "[\(calls.map { $0(name) }.joined(separator: ","))]" }, pause)
        }
        func played(_ method: String) throws -> String {
            let bench = try TestBench()
            let wire = try bench.connect()
            var text = ""
            for (call, pause) in script {
                try wire.write(isFramed ? Self.framed(call(method)) : call(method))
                try bench.turn(pause)
                text += wire.read()
            }
            for _ in 0..<20 {
                bench.service.release()
                for _ in 0..<50 {
                    try bench.turn()
                    text += wire.read()
                }
            }
            #expect(bench.server.peers.first?.isWithheld == false)
            return text
        }
        let streamed = try played("count")
        #expect(streamed == (try played("countAtOnce")), "seed \(seed)")
    }
}

extension String {
    fileprivate var trimmed: String { String(self[..<(lastIndex(of: "\n") ?? endIndex)]) }
}
