import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct ContraryKernelTests {
    static let requests =
        request("ping", 1) + request("send", 2, "[2]") + "{]\n" + "[\(request("ping", 3)),\(request("fail", 4))]\n"
        + request("fill", 5, "[3000]") + request("subtract", 6, "[3,1]")

    @Test(arguments: Poller.Kind.available, [(1, 0), (1, 2), (7, 3), (.max, 2)])
    func `data in small pieces or with delays arrives complete`(kind: Poller.Kind, mood: (most: Int, every: Int)) throws
    {
        let plain = try TestBench(kind)
        let expected = try plain.exchange(Self.requests, on: try plain.connect())
        #expect(expected.count == 8)
        let bench = try TestBench(kind)
        let wire = try bench.connect { stream in
            let contrary = ContraryStream(stream)
            contrary.most = mood.most
            contrary.refusalEvery = mood.every
            return contrary
        }
        try wire.write(Self.requests)
        try wire.shutdownWriting()
        var text = ""
        for _ in 0..<20_000 where bench.server.connectionCount > 0 {
            try bench.turn()
            text += wire.read()
        }
        #expect(text.split(separator: "\n").map(String.init) == expected)
        #expect(wire.hasEnded)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available, [0, 1, 2, 5])
    func `requests of a peer that cannot receive are still handled`(kind: Poller.Kind, sends: Int) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect { stream in
            let contrary = ContraryStream(stream)
            contrary.sendsUntilFailure = sends
            contrary.most = 10_000
            return contrary
        }
        let line = request("update", 1, "[]") + request("withhold", 2) + request("fill", 3, "[1000]")
        try wire.write(String(repeating: line, count: 400))
        try wire.shutdownWriting()
        try bench.turn(60)
        #expect(bench.service.called.count == 400)
        // The withheld responses delay the others, so the server cannot notice yet that the peer does not read.
        bench.service.release()
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available, [0, 1, 3])
    func `a reset during reading closes the connection after the received requests`(
        kind: Poller.Kind,
        receives: Int
    ) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect { stream in
            let contrary = ContraryStream(stream)
            contrary.receivesUntilFailure = receives
            contrary.most = request("update", 1).utf8.count
            return contrary
        }
        try wire.write(String(repeating: request("update", 1), count: 10))
        try bench.turn(20)
        #expect(bench.service.called.count == receives)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a reset during discarding closes the connection`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect { stream in
            let contrary = ContraryStream(stream)
            contrary.receivesUntilFailure = 1
            return contrary
        }
        try wire.write("x")
        try bench.turn()
        try wire.write("y")
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a subscriber that cannot receive is removed at the next notification`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect { stream in
            let contrary = ContraryStream(stream)
            contrary.sendsUntilFailure = 1
            return contrary
        }
        try wire.write(request("subscribe", 1))
        try wire.shutdownWriting()
        try bench.turn(3)
        #expect(bench.server.connectionCount == 1)
        bench.service.publish(1)
        try bench.turn()
        #expect(bench.server.connectionCount == 0)
        #expect(bench.service.subscribers.isEmpty)
    }

    @Test(arguments: Poller.Kind.available)
    func `a withheld response does not keep a connection that cannot receive`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect { stream in
            let contrary = ContraryStream(stream)
            contrary.sendsUntilFailure = 0
            return contrary
        }
        try wire.write(request("withhold", 1) + request("send", 2, "[1]") + request("withhold", 3))
        try wire.shutdownWriting()
        try bench.turn(3)
        #expect(bench.server.connectionCount == 0)
        bench.service.release()
        try bench.turn()
    }
}
