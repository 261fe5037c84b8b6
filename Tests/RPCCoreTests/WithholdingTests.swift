import JSONCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@testable import RPCCore

/// Tests of responses that are withheld until a number is released.
@Suite struct WithholdingTests {
    static func storage(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32009,"message":"the disk is full","#
            + #""data":{"kind":"storage","free":0}}}"#
    }

    static func withheld(_ id: Int) -> String { response(id, "\"withheld\"") }
    static func pong(_ id: Int) -> String { response(id, "\"pong\"") }
    static func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

    @Test(arguments: Poller.Kind.available)
    func `responses after a withheld response wait with it`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let requests = request("ping", 1) + request("withhold", 2) + request("ping", 3) + request("ping")
        #expect(try bench.exchange(requests, on: wire) == [Self.pong(1)])
        #expect(try bench.exchange(request("ping", 4), on: wire) == [])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines() == [Self.withheld(2), Self.pong(3), Self.pong(4)])
        #expect(try bench.exchange(request("ping", 5), on: wire) == [Self.pong(5)])
    }

    @Test(arguments: Poller.Kind.available)
    func `a withheld response does not delay other connections`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (wire, other) = (try bench.connect(), try bench.connect())
        _ = try bench.exchange(request("withhold", 1), on: wire)
        #expect(try bench.exchange(request("ping", 1), on: other) == [Self.pong(1)])
    }

    @Test func `each withheld response leaves with its number, and the following ones with it`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let requests =
            request("withhold", 1, "[10]") + request("ping", 2) + request("withhold", 3, "[20]")
            + request("withhold", 4, "[15]") + request("withhold", 5, "[30]")
        #expect(try bench.exchange(requests, on: wire) == [])
        func released(_ number: UInt64) throws -> [String] {
            bench.service.release(through: number)
            try bench.turn()
            return wire.lines()
        }
        #expect(try released(9) == [])
        #expect(try released(10) == [Self.withheld(1), Self.pong(2)])
        #expect(try released(15) == [])
        #expect(try released(29) == [Self.withheld(3), Self.withheld(4)])
        #expect(try released(1_000) == [Self.withheld(5)])
    }

    @Test func `a number that is already released is not awaited`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        bench.service.release(through: 7)
        bench.service.release(through: 3)
        #expect(try bench.exchange(request("withhold", 1, "[7]"), on: wire) == [Self.withheld(1)])
        #expect(try bench.exchange(request("withhold", 2, "[8]"), on: wire) == [])
    }

    @Test func `a request without an id can withhold the responses after it`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        #expect(try bench.exchange(request("withhold", nil, "[1]"), on: wire) == [])
        #expect(try bench.exchange(request("isWithheld", 1), on: wire) == [])
        bench.service.release()
        #expect(try bench.exchange(request("isWithheld", 2), on: wire) == [response(1, "true"), response(2, "false")])
    }

    @Test func `withholding without a response does not delay the end of the connection`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        try wire.write(request("ping", 1) + request("withhold"))
        try wire.shutdownWriting()
        try bench.turn(3)
        #expect(wire.lines() == [Self.pong(1)])
        #expect(wire.hasEnded)
        bench.service.release()
        try bench.turn()
    }

    @Test func `errors and faults are withheld like results`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let requests = request("withholdAndFail", 1) + request("nope", 2) + "{]\n[]" + request("fail", 3)
        #expect(try bench.exchange(requests, on: wire) == [])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines().summaries == ["busy", "methodNotFound", "parse", "invalidRequest", "busy"])
    }

    @Test func `a batch waits as a whole for its highest number`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let batch = [request("ping", 1), request("withhold", 2, "[5]"), request("withhold", 3, "[4]"), request("ping")]
        let text = "[\(batch.joined(separator: ","))]"
        #expect(try bench.exchange(request("ping", 0) + text + request("ping", 9), on: wire) == [Self.pong(0)])
        bench.service.release(through: 4)
        try bench.turn()
        #expect(wire.lines() == [])
        bench.service.release(through: 5)
        try bench.turn()
        let responses = [Self.pong(1), Self.withheld(2), Self.withheld(3)]
        #expect(wire.lines() == ["[\(responses.joined(separator: ","))]", Self.pong(9)])
    }

    @Test func `a request may release the responses before it and withhold again`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let requests = request("withhold", 1) + request("ping", 2) + request("release", 3) + request("ping", 4)
        let lines = try bench.exchange(requests + request("withhold", 5), on: wire)
        #expect(lines == [Self.withheld(1), Self.pong(2), response(3, "true"), Self.pong(4)])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines() == [Self.withheld(5)])
    }

    @Test func `notifications are not withheld, and precede responses released after them`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let requests =
            request("subscribe", 1) + request("withhold", 2) + request("send", 3, "[1]") + request("send")
        #expect(
            try bench.exchange(requests, on: wire) == [
                response(1, "true"), notification("sent", "0"), notification("sent", "0"),
            ]
        )
        bench.service.publish(7)
        bench.service.release()
        bench.service.publish(8)
        try bench.turn()
        let published = (notification("published", "7"), notification("published", "8"))
        #expect(wire.lines() == [published.0, Self.withheld(2), response(3, "true"), published.1])
    }

    @Test func `a response follows the notifications and releases of its turn`() throws {
        let bench = try TestBench()
        let (wire, other) = (try bench.connect(), try bench.connect())
        _ = try bench.exchange(request("subscribe", 1) + request("withhold", 2), on: wire)
        // In this turn, the loop serves the other connection first.
        try other.write(request("publish", 3, "[7]") + request("release", 4))
        try wire.write(request("ping", 5))
        try bench.turn()
        #expect(wire.lines() == [notification("published", "7"), Self.withheld(2), Self.pong(5)])
    }

    @Test(arguments: Poller.Kind.available)
    func `a failure turns all withheld responses into errors, and connections stay open`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (wire, other) = (try bench.connect(), try bench.connect())
        let batch = "[\(request("ping", 5)),\(request("ping")),7,\(request("fail", 6))]"
        let requests = request("ping", 1) + request("withhold", 2) + request("ping", 3) + request("nope", 4) + batch
        #expect(try bench.exchange(requests + "{]\n" + request("ping", 7), on: wire) == [Self.pong(1)])
        try other.write(Self.framed(request("withholdAndFail", 1)) + Self.framed("[\(request("ping", 2))]"))
        try bench.turn(2)
        bench.service.failWithheld()
        try bench.turn()
        let lines = wire.lines()
        #expect(lines.prefix(3) == [Self.storage(2), Self.storage(3), Self.storage(4)])
        #expect(lines.dropFirst(3).first?.hasPrefix("[\(Self.storage(5)),{\"jsonrpc\":\"2.0\",\"id\":null,") == true)
        #expect(lines.dropFirst(3).first?.hasSuffix(",\(Self.storage(6))]") == true)
        #expect(Array(lines.dropFirst(4)).summaries == ["parse", "storage"])
        #expect(other.read() == Self.framed(Self.storage(1)) + Self.framed("[\(Self.storage(2))]"))
        #expect(try bench.exchange(request("isWithheld", 8), on: wire) == [response(8, "false")])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines() == [])
    }

    @Test func `a response after a failure can be withheld again under an equal number`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        let requests = request("withhold", 1, "[5]") + request("failWithheld", 2) + request("withhold", 3, "[5]")
        #expect(try bench.exchange(requests, on: wire) == [Self.storage(1), response(2, "true")])
        bench.service.release(through: 5)
        try bench.turn()
        #expect(wire.lines() == [Self.withheld(3)])
    }

    @Test func `a closed connection is freed with its withheld responses`() throws {
        let bench = try TestBench()
        let wires = try (0..<4).map { _ in try bench.connect() }
        for wire in wires {
            try wire.write(request("withhold", 1) + "[\(request("ping", 2))]")
        }
        try bench.turn(2)
        weak let gone = bench.server.connections[2]
        #expect(gone?.indexAmongWaiting != nil)
        wires[1].close()
        try bench.turn()
        #expect(bench.server.connectionCount == 3)
        #expect(gone == nil)
        bench.service.release()
        try bench.turn()
        for index in [0, 2, 3] {
            #expect(wires[index].lines() == [Self.withheld(1), "[\(Self.pong(2))]"])
        }
    }

    @Test func `a disconnected peer cannot withhold responses`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1) + request("withhold", 2), on: wire)
        let peer = try #require(bench.service.subscribers.values.first)
        #expect(peer.isWithheld)
        wire.close()
        try bench.turn()
        #expect(bench.server.connectionCount == 0)
        #expect(!peer.isWithheld)
        peer.withhold(until: 100)
        #expect(!peer.isWithheld)
    }

    @Test func `failed calls are counted at the call, and withholding is not latency`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("withhold", 1) + request("withholdAndFail", 2) + request("ping", 3), on: wire)
        bench.clocks.advance(by: .seconds(5))
        bench.service.failWithheld()
        #expect(try bench.exchange("", on: wire).count == 3)
        #expect(bench.statistics("withhold")?.calls == 1)
        #expect(bench.statistics("withhold")?.errors == 0)
        #expect(bench.statistics("withhold")?.latency.maximum == 0)
        #expect(bench.statistics("withholdAndFail")?.errors == 1)
    }

    @Test(arguments: Seeds.all)
    func `each peer receives all its responses in order and none too early`(
        seed: UInt64
    ) throws {
        let bench = try TestBench()
        let peers = try (0..<3).map { _ in WithholdingPeer(try bench.connect()) }
        var generator = SeededGenerator(seed: seed)
        var released: UInt64 = 0
        for step in 0..<300 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                released = max(released, .random(in: 0...bench.service.number + 2, using: &generator))
                bench.service.release(through: released)
                for peer in peers {
                    peer.release(through: released)
                }
            case 1 where step % 5 == 0:
                bench.service.failWithheld()
                for peer in peers {
                    peer.fail()
                }
            default:
                let number = bench.service.number + .random(in: 0...2, using: &generator)
                for peer in peers.shuffled(using: &generator).prefix(2) {
                    try peer.sendRequest(.random(in: 0..<7, using: &generator), number, released)
                }
            }
            try bench.turn(2)
            for peer in peers {
                let (received, expected) = peer.takeLines()
                try #require(received == expected, "seed \(seed), step \(step)")
            }
        }
    }
}
