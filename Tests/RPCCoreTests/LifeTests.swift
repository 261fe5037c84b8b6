import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct LifeTests {
    @Test(arguments: Poller.Kind.available)
    func `a connection closed at every byte of a message is gone`(kind: Poller.Kind) throws {
        let bench = try Bench(kind)
        let frame = "Content-Length: 40\r\n\r\n" + request("ping", 1)
        for text in [request("ping", 1), "[\(request("late", 1))]", frame] {
            for length in 0...text.utf8.count {
                let wire = try bench.connect()
                try wire.write(text.utf8.prefix(length))
                if length % 2 == 0 {
                    try bench.turn()
                }
                wire.close()
                try bench.turn(3)
                #expect(try bench.connections(awaiting: 0) == 0, "\(length) bytes of \(text)")
            }
        }
        #expect(bench.server.unreadInput == 0)
        bench.service.release()
        try bench.turn()
    }

    @Test(arguments: Poller.Kind.available)
    func `requests of a peer that is gone are handled all the same`(kind: Poller.Kind) throws {
        let bench = try Bench(kind)
        let wire = try bench.connect()
        let count = 1_000
        try wire.write((0..<count).map { request("update", $0, "[]") }.joined())
        wire.close()
        try bench.turn(30)
        #expect(bench.service.called.count == count)
        #expect(try bench.connections(awaiting: 0) == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a handler may end all connections, its own too`(kind: Poller.Kind) throws {
        let bench = try Bench(kind)
        let wires = try (0..<5).map { _ in try bench.connect() }
        for wire in wires {
            try wire.write(request("late", 1))
        }
        try bench.turn()
        try wires[2].write(request("ping", 2) + request("closeAll", 3) + request("ping", 4))
        try bench.turn(3)
        #expect(try bench.connections(awaiting: 0) == 0)
        bench.service.release()
        try bench.turn()
        for wire in wires {
            _ = wire.read()
            #expect(wire.hasEnded)
        }
    }

    @Test func `a peer is known by its credentials`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        #expect(try bench.exchange(request("who", 1), on: wire) == [answer(1, #"{"pid":1,"uid":2}"#)])
    }

    @Test func `a peer that left is not told`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1), on: wire)
        let peer = try #require(bench.service.subscribers.values.first)
        wire.close()
        try bench.turn(2)
        #expect(peer.send(TestService.notification("told", 1)) == false)
        peer.keepers += 1
        peer.keepers -= 1
        try bench.turn()
    }

    @Test func `calls are counted and timed by method`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("ping", 1) + request("ping") + request("fail", 2) + request("nope", 3), on: wire)
        #expect(bench.statistics("ping")?.calls == 2)
        #expect(bench.statistics("ping")?.errors == 0)
        #expect(bench.statistics("fail")?.calls == 1)
        #expect(bench.statistics("fail")?.errors == 1)
    }

    @Test func `calls that fail later are counted as errors once, notifications too`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        let requests =
            request("lateFailure", 1) + request("lateFailure") + request("lateRefusal", 2) + request("lateNothing", 3)
            + request("lateAtOnce", 4) + "[\(request("late", 5)),\(request("late", 6))]" + request("late")
        #expect(try bench.exchange(requests, on: wire).count == 4)
        #expect(bench.statistics("lateFailure")?.calls == 2)
        #expect(bench.statistics("lateFailure")?.errors == 2)
        #expect(bench.statistics("lateRefusal")?.errors == 1)
        #expect(bench.statistics("lateNothing")?.errors == 1)
        #expect(bench.statistics("lateAtOnce")?.errors == 0)
        #expect(bench.statistics("late")?.calls == 3)
        #expect(bench.statistics("late")?.errors == 0)
        bench.service.late[0].succeed(with: true)
        bench.service.late[1].fail(RPCError(.busy, "no"))
        bench.service.late[2].fail(RPCError(.busy, "no"))
        bench.service.drop()
        #expect(bench.statistics("late")?.errors == 2)
        #expect(bench.statistics("late")?.calls == 3)
    }

    @Test func `a late answer's wait is no latency: that is of the turn`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("late", 1), on: wire)
        bench.clocks.advance(by: .seconds(5))
        bench.service.release()
        #expect(try bench.exchange("", on: wire).count == 1)
        #expect(bench.statistics("late")?.latency.maximum == 0)
    }
}
