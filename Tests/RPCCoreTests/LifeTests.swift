import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct LifeTests {
    @Test(arguments: Poller.Kind.available)
    func `a connection closed after any byte of a message is removed`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let frame = "Content-Length: 40\r\n\r\n" + request("ping", 1)
        for text in [request("ping", 1), "[\(request("withhold", 1))]", frame] {
            for length in 0...text.utf8.count {
                let wire = try bench.connect()
                try wire.write(text.utf8.prefix(length))
                if length % 2 == 0 {
                    try bench.turn()
                }
                wire.close()
                try bench.turn(3)
                #expect(bench.server.connectionCount == 0, "\(length) bytes of \(text)")
            }
        }
        #expect(bench.server.unreadInput == 0)
        bench.service.release()
        try bench.turn()
    }

    @Test(arguments: Poller.Kind.available)
    func `the received requests of a disconnected peer are handled`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let count = 1_000
        try wire.write((0..<count).map { request("update", $0, "[]") }.joined())
        wire.close()
        try bench.turn(30)
        #expect(bench.service.called.count == count)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a handler may close all connections, including its own`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wires = try (0..<5).map { _ in try bench.connect() }
        for wire in wires {
            try wire.write(request("withhold", 1))
        }
        try bench.turn()
        try wires[2].write(request("ping", 2) + request("closeAll", 3) + request("ping", 4))
        try bench.turn(3)
        #expect(bench.server.connectionCount == 0)
        bench.service.release()
        try bench.turn()
        for wire in wires {
            _ = wire.read()
            #expect(wire.hasEnded)
        }
    }

    @Test func `a handler sees the credentials of its peer`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        #expect(try bench.exchange(request("credentials", 1), on: wire) == [response(1, #"{"pid":1,"uid":2}"#)])
    }

    @Test func `sending to a disconnected peer returns false`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1), on: wire)
        let peer = try #require(bench.service.subscribers.values.first)
        wire.close()
        try bench.turn(2)
        #expect(peer.send(TestService.notification("sent", 1)) == false)
        peer.keepers += 1
        peer.keepers -= 1
        try bench.turn()
    }

    @Test func `calls and errors are counted by method`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("ping", 1) + request("ping") + request("fail", 2) + request("nope", 3), on: wire)
        #expect(bench.statistics("ping")?.calls == 2)
        #expect(bench.statistics("ping")?.errors == 0)
        #expect(bench.statistics("fail")?.calls == 1)
        #expect(bench.statistics("fail")?.errors == 1)
    }
}
