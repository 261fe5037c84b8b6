import HTTPCore
import NetworkCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of the limits, and of the end of the server.
struct LimitTests {
    final class Kept {
        var exchange: Exchange?
    }

    private func routes(_ kept: Kept = Kept()) -> [Route] {
        [
            Route(.get, "/", .open) { _, _, exchange in exchange.respond(.ok, text: "hello") },
            Route(.get, "/later", .open) { _, _, exchange in kept.exchange = exchange },
            Route(.get, "/stream", .open) { _, _, exchange in
                kept.exchange = exchange
                exchange.beginStream(.ok, .text)
            },
            Route(.post, "/body", .open, bodyLimit: 100) { _, _, exchange in exchange.respond(.noContent) },
            Route(.post, "/large", .open, bodyLimit: .max) { _, _, exchange in exchange.respond(.noContent) },
        ]
    }

    // MARK: Connections

    @Test func `a user with too many connections is refused, and other users are not`() throws {
        var limits = WebLimits()
        limits.connectionsPerUser = 2
        let bench = try WebTestBench(routes(), limits: limits)
        let first = try (0..<2).map { _ in try bench.connect(as: .user(7)) }
        let third = try bench.connect(as: .user(7))
        let refused = try bench.request("GET /", on: third)
        #expect(refused.status == 503)
        #expect(refused.field("Retry-After") == "1")
        #expect(refused.field("Connection") == "close")
        #expect(third.hasEnded)
        #expect(bench.server.counts.refusedConnections == 1)
        #expect(try bench.request("GET /", on: try bench.connect(as: .user(8))).status == 200)
        #expect(try bench.request("GET /", on: try bench.connect()).status == 200)
        for wire in first {
            #expect(try bench.request("GET /", on: wire).status == 200)
        }
        first[0].close()
        try bench.turn(3)
        #expect(try bench.request("GET /", on: try bench.connect(as: .user(7))).status == 200)
    }

    @Test func `the last connections are for the own user`() throws {
        var limits = WebLimits()
        limits.connections = 4
        let bench = try WebTestBench(routes(), limits: limits)
        let others = try [SocketOwner.gone, .user(7)].map { try bench.connect(as: $0) }
        #expect(try bench.request("GET /", on: try bench.connect(as: .user(8))).status == 503)
        let own = try (0..<2).map { _ in try bench.connect() }
        #expect(try bench.request("GET /", on: try bench.connect()).status == 503)
        for wire in others + own {
            #expect(try bench.request("GET /", on: wire).status == 200)
        }
    }

    @Test(
        arguments: [
            (.user(WebTestBench.user), 100), (.unknown, 100), (.user(7), 25), (.user(0), 25), (.gone, 25),
        ] as [(SocketOwner, Int)]
    )
    func `another user has at most an eighth of the connections`(owner: SocketOwner, most: Int) {
        var limits = WebLimits()
        limits.connections = 200
        limits.connectionsPerUser = 100
        var quota = ConnectionQuota(limits, user: WebTestBench.user)
        let admitted = (0..<150).filter { _ in quota.admit(owner) }.count
        #expect(admitted == most)
        quota.release(owner)
        let afterRelease = (quota.admit(owner), quota.admit(owner))
        #expect(afterRelease == (true, false))
    }

    @Test func `another user has at most 256 connections, and a lower limit of the options counts`() {
        var quota = ConnectionQuota(WebLimits(), user: WebTestBench.user)
        let most = (0..<1_000).filter { _ in quota.admit(.user(7)) }.count
        #expect(most == 256)
        var limits = WebLimits()
        limits.connectionsPerUser = 3
        quota = ConnectionQuota(limits, user: WebTestBench.user)
        let fewer = (0..<10).filter { _ in quota.admit(.user(7)) }.count
        #expect(fewer == 3)
    }

    @Test func `a refused client that sends nothing is closed soon`() throws {
        var limits = WebLimits()
        limits.connections = 0
        let bench = try WebTestBench(routes(), limits: limits)
        let wires = try (0..<70).map { _ in try bench.connect() }
        // More than a limited number are closed at once.
        #expect(bench.server.connectionCount == 64)
        try bench.advance(by: .seconds(3))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
        #expect(wires.allSatisfy { $0.hasEnded })
    }

    @Test(arguments: [(10_000, 8_592, 1_024), (4_096, 2_784, 928), (100, 1, 1), (Int.max, 16_384, 1_024)])
    func `the limits of connections are bounded by the descriptors`(descriptors: Int, connections: Int, pipes: Int) {
        var limits = WebLimits()
        limits.boundConnections(byDescriptors: descriptors)
        #expect(limits.pipes == pipes)
        #expect(limits.connections == connections)
        #expect(limits.connectionsPerUser == min(12_288, connections))
    }

    @Test func `the limit of bodies is that of the server, if it is lower than that of the route`() throws {
        var limits = WebLimits()
        limits.body = 4
        let bench = try WebTestBench(routes(), limits: limits)
        let wire = try bench.connect()
        #expect(try bench.request("POST /body", ["Content-Length: 4"], body: "abcd", on: wire).status == 204)
        #expect(try bench.request("POST /body", ["Content-Length: 5"], body: "abcde", on: wire).status == 413)
    }

    @Test func `all bodies that are received have a common limit, which small ones do not touch`() throws {
        var limits = WebLimits()
        limits.bodies = 300_000
        let bench = try WebTestBench(routes(), limits: limits)
        let text = String(repeating: "x", count: 100_000)
        let length = "Content-Length: \(text.utf8.count)"
        let wires = try (0..<3).map { _ in
            let wire = try bench.connect()
            #expect(try bench.request("POST /large", [length], body: "", on: wire) == "")
            return wire
        }
        let other = try bench.connect()
        let refused = try bench.request("POST /large", [length], body: "", on: other)
        #expect(refused.status == 503)
        #expect(refused.field("Retry-After") == "1")
        let small = try bench.connect()
        #expect(try bench.request("POST /large", ["Content-Length: 2"], body: "ab", on: small).status == 204)
        // Without a length, the body can have as many bytes as the limit.
        let chunked = try bench.request("POST /large", ["Transfer-Encoding: chunked"], body: "", on: small)
        #expect(chunked.status == 503)
        // One body has arrived, one client is gone, and one is too slow.
        try wires[0].write(text)
        #expect(try bench.drain(wires[0]).status == 204)
        wires[1].close()
        try bench.advance(by: .seconds(31))
        #expect(try bench.drain(wires[2]).status == 408)
        for _ in 0..<4 {
            let wire = try bench.connect()
            try wire.write(bench.text("POST /large", [length], body: text))
            #expect(try bench.drain(wire).status == 204)
        }
        // A single body is received even if the limit is lower.
        let long = String(repeating: "x", count: 400_000)
        let single = try bench.connect()
        try single.write(bench.text("POST /large", ["Content-Length: 400000"]))
        var rest = long.utf8[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try single.write(rest.prefix(50_000)))
            try bench.turn(2)
        }
        #expect(try bench.drain(single).status == 204)
    }

    // MARK: Times

    @Test func `an idle connection is closed, and a request renews its time`() throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        for _ in 0..<3 {
            try bench.advance(by: .seconds(70))
            #expect(try bench.request("GET /", on: wire).status == 200)
        }
        try bench.advance(by: .seconds(76))
        try bench.turn(2)
        #expect(wire.hasEnded)
        #expect(wire.read() == "")
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a head that arrives slowly is refused, although bytes arrive`() throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        for byte in "GET / HTTP/".utf8 {
            try wire.write([byte])
            try bench.advance(by: .seconds(1))
        }
        try bench.turn(2)
        #expect(wire.read().status == 408)
    }

    @Test func `a body that arrives slowly is refused`() throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        #expect(try bench.request("POST /body", ["Content-Length: 50"], body: "a", on: wire) == "")
        try bench.advance(by: .seconds(31))
        try bench.turn(2)
        #expect(wire.read().status == 408)
    }

    @Test func `a handler may take longer than any limit`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("GET /later", on: wire) == "")
        try bench.advance(by: .seconds(3_600))
        kept.exchange?.respond(.ok, text: "at last")
        try bench.turn(2)
        #expect(wire.read().hasSuffix("at last\n"))
    }

    // MARK: The end

    @Test func `at the end the present request gets its response, and idle connections close at once`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let idle = try bench.connect()
        let busy = try bench.connect()
        #expect(try bench.request("GET /", on: idle).status == 200)
        #expect(try bench.request("GET /later", on: busy) == "")
        var hasEnded = 0
        bench.server.end(within: .seconds(5)) { hasEnded += 1 }
        try bench.turn(3)
        #expect(idle.hasEnded)
        #expect(hasEnded == 0)
        kept.exchange?.respond(.ok, text: "done")
        try bench.turn(4)
        let text = busy.read()
        #expect(text.hasSuffix("done\n"))
        #expect(text.field("Connection") == "close")
        #expect(busy.hasEnded)
        #expect(hasEnded == 1)
    }

    @Test func `at the end a stream ends at once`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        _ = try bench.request("GET /stream", on: wire)
        var gone = 0
        kept.exchange?.whenGone = { gone += 1 }
        var hasEnded = 0
        bench.server.end(within: .seconds(5)) { hasEnded += 1 }
        try bench.turn(4)
        #expect(gone == 1)
        #expect(wire.hasEnded)
        #expect(kept.exchange?.isOpen == false)
        #expect(hasEnded == 1)
    }

    @Test func `after the time limit of the end every connection is closed`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("GET /later", on: wire) == "")
        var hasEnded = 0
        bench.server.end(within: .seconds(5)) { hasEnded += 1 }
        bench.server.end(within: .seconds(50)) { hasEnded += 10 }
        try bench.advance(by: .milliseconds(4_900))
        #expect(hasEnded == 0)
        try bench.advance(by: .milliseconds(200))
        try bench.turn(3)
        #expect(hasEnded == 11)
        #expect(wire.hasEnded)
    }

    @Test func `a server without connections ends at once`() throws {
        let bench = try WebTestBench(routes())
        var hasEnded = 0
        bench.server.end(within: .seconds(5)) { hasEnded += 1 }
        try bench.turn(2)
        #expect(hasEnded == 1)
        // It serves nobody any more.
        #expect(try bench.connect().hasEnded)
    }

    // MARK: Resources

    @Test func `clients of every kind leave no sockets behind`() async {
        await #expect(processExitsWith: .success) {
            let bench = try WebTestBench(LimitTests().routes())
            let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
            let local = try Network.localEndpoint(of: listener)
            try bench.server.listen(on: listener)
            let before = try LimitTests.openSockets()
            for round in 0..<500 {
                let wire = TestPeer(try Network.connect(to: local))
                switch round % 5 {
                case 0: break
                case 1: try wire.write(bench.text("GET /"))
                case 2: try wire.write(bench.text("GET /later") + bench.text("GET /stream"))
                case 3: try wire.write(bench.text("POST /body", ["Content-Length: 9"], body: "abc"))
                default: try wire.write("nonsense\r\n\r\n")
                }
                if round % 3 > 0 {
                    try bench.turn()
                }
                wire.close()
                if round % 7 == 0 {
                    try bench.turn()
                }
            }
            try bench.turn(100)
            // A connection that was refused drops input for a short time.
            try bench.advance(by: .seconds(60))
            try bench.turn(10)
            demand(bench.server.connectionCount == 0)
            demand(try LimitTests.openSockets() == before)
        }
    }

    /// Returns the number of open sockets; the runtime opens other descriptors at any time.
    static func openSockets() throws -> Int {
        try Kernel.names(in: "/proc/self/fd").filter { name in
            (try? Kernel.status(of: "/proc/self/fd/\(name)"))?.kind == .socket
        }.count
    }

    @Test(.enabled(if: !Demands.areSanitized, "a sanitizer needs additional memory"))
    func `an idle connection takes little memory, also after a large request`() async {
        await #expect(processExitsWith: .success) {
            _ = try Kernel.raiseDescriptorLimit()
            let bench = try WebTestBench(LimitTests().routes())
            let large = bench.text("GET /", ["X-Large: \(String(repeating: "a", count: 8_000))"])
            let count = 2_000
            var wires: [TestPeer] = []
            func connect() throws {
                let wire = try bench.connect()
                demand(try bench.request("GET /", on: wire, turns: 1).status == 200)
                try wire.write(large)
                try bench.turn(2)
                demand(wire.read().status == 200)
                wires.append(wire)
            }
            // The allocator and the tables of the loop grow first.
            for _ in 0..<500 { try connect() }
            let before = try LimitTests.residentMemory()
            for _ in 0..<count { try connect() }
            let each = (try LimitTests.residentMemory() - before) / count
            demand(each < 4_096)
        }
    }

    private static func residentMemory() throws -> Int {
        let bytes = try KernelFile(try Kernel.open("/proc/self/statm", .read)).readWhole()
        let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * 4_096
    }
}
