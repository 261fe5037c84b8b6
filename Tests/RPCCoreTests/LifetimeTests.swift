import JSONCore
import LoopCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

/// Tests of the references to a server and the time of its release.
@Suite struct LifetimeTests {
    static func turn(_ loop: EventLoop, times: Int = 4) throws {
        for _ in 0..<times {
            loop.nextTurn {}
            try loop.turn()
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `an unused server is freed before its event loop`(kind: Poller.Kind) throws {
        let loop = try EventLoop(kind)
        weak var server: RPCServer?
        do {
            let dropped = RPCServer(methods: MethodTable(), loop: loop)
            server = dropped
            #expect(server != nil)
        }
        #expect(server == nil)
        try Self.turn(loop)
    }

    @Test(arguments: Poller.Kind.available)
    func `an unreferenced server serves its connections until they close`(kind: Poller.Kind) throws {
        let loop = try EventLoop(kind)
        let service = TestService()
        let (wire, stream) = try TestPeer.pair()
        do {
            let server = RPCServer(methods: service.methods, loop: loop)
            service.server = server
            try server.serve(stream, credentials: PeerCredentials(pid: 1, uid: 2, gid: 3))
        }
        #expect(service.server != nil)
        try wire.write(request("ping", 1) + request("withhold", 2))
        try Self.turn(loop)
        #expect(wire.lines() == [response(1, "\"pong\"")])
        wire.close()
        try Self.turn(loop)
        #expect(service.server == nil)
        service.release()
        try Self.turn(loop)
    }

    @Test(arguments: Poller.Kind.available)
    func `an unreferenced server accepts connections until it stops listening`(kind: Poller.Kind) throws {
        let loop = try EventLoop(kind)
        let service = TestService()
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("socket"))
        do {
            let server = RPCServer(methods: service.methods, loop: loop)
            service.server = server
            try server.listen(on: try Kernel.listen(at: address, mode: 0o600))
        }
        let wire = try TestPeer.connect(to: address)
        try wire.write(request("ping", 1))
        try Self.turn(loop)
        #expect(wire.lines() == [response(1, "\"pong\"")])
        try service.server?.stopListening()
        try wire.write(request("closeAll", 2))
        try Self.turn(loop)
        #expect(service.server == nil)
        try Self.turn(loop)
    }

    @Test func `two servers share an event loop, and one may close the other in a flush`() throws {
        let bench = try TestBench()
        // The order of creation is the order of the last work in a turn.
        let first = try bench.connect()
        let other = TestService()
        let wire: TestPeer
        do {
            let server = RPCServer(methods: other.methods, loop: bench.loop)
            other.server = server
            let pair = try TestPeer.pair()
            try server.serve(pair.stream, credentials: PeerCredentials(pid: 1, uid: 2, gid: 3))
            wire = pair.wire
        }
        bench.service.whenForgotten = { other.server?.closeAll() }
        _ = try bench.exchange(request("closeAll", 1), on: first)
        #expect(other.server == nil)
        #expect(wire.hasEnded)
        let second = try bench.connect()
        #expect(try bench.exchange(request("ping", 1), on: second) == [response(1, "\"pong\"")])
    }

    @Test func `a server and its event loop are freed together`() throws {
        weak var loop: EventLoop?
        weak var server: RPCServer?
        do {
            let bench = try TestBench()
            let wires = try (0..<3).map { _ in try bench.connect() }
            try wires[0].write((0..<500).map { request("ping", $0) }.joined())
            try wires[1].write("{")
            _ = try bench.exchange(request("withhold", 1) + request("subscribe", 2), on: wires[2], turns: 1)
            bench.service.publish(1)
            loop = bench.loop
            server = bench.server
            #expect(loop != nil && server != nil)
        }
        #expect(loop == nil)
        #expect(server == nil)
    }

    @Test func `the calls of the last connection are counted when it closes in their turn`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        try wire.write(request("ping", 1) + request("closeAll", 2))
        try bench.turn()
        #expect(bench.server.connectionCount == 0)
        #expect(bench.statistics("ping")?.calls == 1)
        #expect(bench.statistics("closeAll")?.calls == 1)
    }
}
