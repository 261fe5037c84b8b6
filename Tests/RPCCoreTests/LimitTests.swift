import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct LimitTests {
    /// Exceeds each limit of a message, after and before the message's id.
    @Test(
        arguments: Poller.Kind.available,
        [
            (#"{"jsonrpc":"2.0","id":7,"params":[[[]]]}"# + "\n", "7"), (#"{"params":[[[]]],"id":7}"# + "\n", "null"),
            (#"{"jsonrpc":"2.0","id":"x","params":""# + String(repeating: "x", count: 100), #""x""#),
            (#"{"params":""# + String(repeating: "x", count: 100) + #"","id":7}"#, "null"),
            (#"[{"id":7,"params":""# + String(repeating: "x", count: 100), "null"),
        ]
    )
    func `an error about a limit has the id if the id came first`(kind: Poller.Kind, sent: (String, String)) throws {
        var limits = ServerLimits()
        limits.framing.nesting = 3
        limits.framing.message = 100
        let bench = try TestBench(kind, limits: limits)
        let wire = try bench.connect()
        let lines = try bench.exchange(sent.0, on: wire)
        #expect(lines.summaries == ["tooLarge"])
        #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(sent.1),"error":"#) == true, "\(lines)")
    }

    @Test(
        arguments: Poller.Kind.available,
        [(#"{"id":7,"params":""#, "7"), (#"{"params":{"id":7}"#, "null"), ("[{\"id\":7", "null")]
    )
    func `the error of a slow message has the id if the id came first`(kind: Poller.Kind, sent: (String, String)) throws
    {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        #expect(try bench.exchange(request("ping", 1), on: wire).summaries == ["pong"])
        for byte in sent.0.utf8 {
            try wire.write([byte])
            try bench.turn()
        }
        bench.clocks.advance(by: bench.server.limits.messageTime + .seconds(1))
        try bench.turn(2)
        let lines = wire.lines()
        #expect(lines.summaries == ["tooLarge"])
        #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(sent.1),"error":"#) == true, "\(lines)")
    }

    @Test(arguments: Poller.Kind.available)
    func `a connection over the limit gets an error, and a freed slot is reused`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.connections = 2
        let bench = try TestBench(kind, limits: limits)
        let (first, second) = (try bench.connect(), try bench.connect())
        let third = try bench.connect()
        try bench.turn()
        #expect(third.lines().summaries == ["tooLarge"])
        #expect(third.lines() == [])
        #expect(third.hasEnded)
        #expect(!third.wasReset)
        #expect(bench.server.refused == 1)
        third.close()
        first.close()
        try bench.turn(2)
        let fourth = try bench.connect()
        #expect(try bench.exchange(request("ping", 1), on: fourth).summaries == ["pong"])
        #expect(try bench.exchange(request("ping", 1), on: second).summaries == ["pong"])
    }

    @Test(arguments: Poller.Kind.available)
    func `refused connections do not count toward the limit while they read the error`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.connections = 2
        limits.connectionsPerUser = 2
        let bench = try TestBench(kind, limits: limits)
        let first = try bench.connect()
        let second = try bench.connect()
        let refused = try (0..<3).map { _ in try bench.connect() }
        #expect(bench.server.connectionCount == 5)
        #expect(bench.server.servedCount == 2)
        first.close()
        try bench.turn(2)
        #expect(bench.server.connectionCount == 4)
        let third = try bench.connect()
        for wire in [second, third] {
            #expect(try bench.exchange(request("ping", 1), on: wire).summaries == ["pong"])
        }
        for wire in refused {
            #expect(wire.lines().summaries == ["tooLarge"])
            wire.close()
        }
        try bench.turn(2)
        #expect(bench.server.connectionCount == 2)
        #expect(try bench.connect().lines().summaries == ["tooLarge"])
    }

    @Test(arguments: Poller.Kind.available)
    func `only a limited number of refused connections stay open to read the error`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.connections = 1
        limits.refusedConnections = 10
        let bench = try TestBench(kind, limits: limits)
        let served = try bench.connect()
        let refused = try (0..<100).map { _ in try bench.connect() }
        #expect(bench.server.connectionCount == 11)
        #expect(bench.server.refused == 100)
        try bench.turn()
        #expect(refused[..<10].allSatisfy { $0.lines().summaries == ["tooLarge"] })
        #expect(refused[10...].allSatisfy { $0.lines().isEmpty && $0.hasEnded })
        bench.clocks.advance(by: limits.discardTime)
        try bench.turn(2)
        #expect(bench.server.connectionCount == 1)
        #expect(try bench.connect().lines().summaries == ["tooLarge"])
        #expect(try bench.exchange(request("ping", 1), on: served).summaries == ["pong"])
    }

    @Test func `connections are counted for each user separately`() throws {
        var limits = ServerLimits()
        limits.connectionsPerUser = 1
        let bench = try TestBench(limits: limits)
        let first = try bench.connect()
        let second = try bench.connect()
        let other = try bench.connect(as: 9)
        #expect(try bench.exchange(request("ping", 1), on: first).summaries == ["pong"])
        #expect(second.lines().summaries == ["tooLarge"])
        #expect(try bench.exchange(request("ping", 1), on: other).summaries == ["pong"])
        for wire in [first, second, other] {
            wire.close()
        }
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
        #expect(try bench.exchange(request("ping", 1), on: try bench.connect()).summaries == ["pong"])
    }

    @Test(arguments: [(connections: 6, forOthers: 3), (1, 1), (200, 136)])
    func `some connections are reserved for privileged users`(connections: Int, forOthers: Int) throws {
        var limits = ServerLimits()
        limits.connections = connections
        limits.privilegedUsers = [0, 7]
        let bench = try TestBench(limits: limits)
        let strangers = try (0..<connections + 1).map { try bench.connect(as: UInt32(100 + $0)) }
        let reserved = try (0..<connections - forOthers).map { try bench.connect(as: $0 % 2 == 0 ? 0 : 7) }
        let surplus = try bench.connect(as: 0)
        try bench.turn()
        for wire in strangers[..<forOthers] + reserved {
            #expect(try bench.exchange(request("ping", 1), on: wire).summaries == ["pong"])
        }
        let refused = strangers[forOthers..<min(strangers.count, forOthers + 10)] + [surplus]
        #expect(refused.allSatisfy { $0.lines().summaries == ["tooLarge"] || $0.hasEnded })
        #expect(bench.server.servedCount == connections)
        withExtendedLifetime((strangers, reserved, surplus)) {}
    }

    @Test func `an unprivileged user has a lower message limit`() throws {
        var limits = ServerLimits()
        limits.privilegedUsers = [7]
        limits.unprivilegedMessage = 200
        let bench = try TestBench(limits: limits)
        for (user, spaces, expected) in [(7, 300, "pong"), (9, 100, "pong"), (9, 300, "tooLarge")] {
            let message = "{" + String(repeating: " ", count: spaces) + request("ping", 1).dropFirst()
            #expect(try bench.exchange(message, on: try bench.connect(as: UInt32(user))).summaries == [expected])
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `incomplete messages of many connections stay within the shared input limit`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.unreadInput = 1 << 20
        let bench = try TestBench(kind, limits: limits)
        let wires = try (0..<200).map { _ in try bench.connect() }
        let begun = Array("[\"".utf8) + [UInt8](repeating: 0x78, count: 10_000)
        for wire in wires {
            try wire.write(begun)
            try bench.turn()
            #expect(bench.server.unreadInput <= limits.unreadInput)
        }
        let refused = wires.filter { !$0.lines().isEmpty }
        #expect(refused.count > 90)
        #expect(refused.count < 110)
        #expect(
            refused.allSatisfy {
                _ = $0.lines()
                return $0.hasEnded && !$0.wasReset
            }
        )
        for wire in wires {
            wire.close()
        }
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
        #expect(bench.server.unreadInput == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `the connection with the most unread input is closed at the shared limit`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.unreadInput = 1 << 20
        let bench = try TestBench(kind, limits: limits)
        let (hog, lesser) = (try bench.connect(), try bench.connect())
        for (wire, length) in [(lesser, 100_000), (hog, 250_000)] {
            let begun = Array("[\"".utf8) + [UInt8](repeating: 0x78, count: length)
            #expect(try bench.pour(begun, into: wire) == begun.count)
        }
        let others = try (0..<80).map { _ in try bench.connect() }
        let half = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":["# + String(repeating: " ", count: 10_000)
        for wire in others {
            try wire.write(half)
            try bench.turn()
        }
        #expect(hog.lines().summaries == ["tooLarge"])
        #expect(hog.hasEnded && !hog.wasReset)
        #expect(bench.server.connectionCount == 82, "the hog reads why")
        #expect(lesser.lines() == [])
        for wire in others {
            #expect(try bench.exchange("]}", on: wire) == [response(1, "\"pong\"")])
        }
        #expect(try bench.exchange("\"]", on: lesser).summaries.count == 1)
        #expect(bench.server.unreadInput == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `the input limit counts allocated memory and releases unneeded memory`(
        kind: Poller.Kind
    ) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write("[\"" + String(repeating: "x", count: 30_000))
        try bench.turn()
        #expect((64 << 10...128 << 10).contains(bench.server.unreadInput), "what was read to")
        #expect(try bench.exchange("\"]", on: wire).count == 1)
        #expect(bench.server.unreadInput == 0)
        try wire.write("[\"" + String(repeating: "x", count: 10_000))
        try bench.turn()
        #expect((10_000...20_000).contains(bench.server.unreadInput), "a copy of its own size")
        let long = Array((String(repeating: "x", count: 1_000_000) + "\"]" + "[\"").utf8)
        #expect(try bench.pour(long, into: wire) == long.count)
        #expect(bench.server.unreadInput < 100)
        wire.close()
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
        #expect(bench.server.unreadInput == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a message that takes too long closes its connection`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        for byte in request("echo", 1, "[\"" + String(repeating: "x", count: 100) + "\"]").utf8.prefix(60) {
            try wire.write([byte])
            try bench.turn()
            #expect(wire.read().isEmpty)
            bench.clocks.advance(by: .seconds(1))
        }
        try bench.turn(2)
        let lines = wire.lines()
        #expect(lines.summaries == ["tooLarge"])
        #expect(lines.joined().contains("messageTime"))
        #expect(wire.read().isEmpty)
        #expect(wire.hasEnded)
    }

    @Test(arguments: Poller.Kind.available)
    func `several messages within the time limit each cause no error`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let text = request("ping", 1).dropLast()
        var responses = 0
        for _ in 0..<5 {
            try wire.write(String(text.prefix(10)))
            try bench.turn()
            bench.clocks.advance(by: .seconds(59))
            try bench.turn()
            try wire.write(String(text.dropFirst(10)))
            try bench.turn(2)
            responses += wire.lines().summaries.filter { $0 == "pong" }.count
            bench.clocks.advance(by: .seconds(100))
            try bench.turn()
        }
        #expect(responses == 5)
    }

    @Test(arguments: Poller.Kind.available)
    func `time in which the server does not read from a peer does not count`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.unsentResponses = 1_000
        let bench = try TestBench(kind, limits: limits)
        let wire = try bench.connect()
        try wire.write(request("subscribe", 1) + #"{"jsonrpc":"2.0","#)
        try bench.turn(3)
        bench.service.publish(.string(String(repeating: "x", count: 1_000_000)))
        for _ in 0..<5 {
            try bench.turn()
            bench.clocks.advance(by: .seconds(59))
        }
        try bench.turn()
        #expect(try bench.drain(wire).count == 2)
        bench.clocks.advance(by: .seconds(50))
        try bench.turn(2)
        #expect(try bench.exchange(#""method":"ping","id":2}"#, on: wire).summaries == ["pong"])
    }

    @Test(arguments: Poller.Kind.available)
    func `the requests of a batch count separately toward a turn`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        func batch(_ count: Int) -> String {
            "[" + (0..<count).map { request("ping", $0) }.joined(separator: ",") + "]\n"
        }
        try wire.write(batch(1_000) + batch(2) + request("ping", 1))
        try bench.turn()
        #expect(wire.lines().count == 1, "a batch is finished, and then the turn is over")
        try bench.turn()
        #expect(wire.lines().count == 2)
        try wire.write(String(repeating: batch(10), count: 20))
        try bench.turn()
        #expect(wire.lines().count == 7, "the seventh makes more than 64")
        #expect(try bench.drain(wire).count == 13)
        try wire.write(String(repeating: "[]\n", count: 100))
        try bench.turn()
        #expect(wire.lines().count == 64)
    }

    @Test(arguments: Poller.Kind.available)
    func `a turn accepts and handles a limited number of connections and messages`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("socket"))
        try bench.server.listen(on: try Kernel.listen(at: address, mode: 0o600))
        let wires = try (0..<50).map { _ in TestPeer(try Kernel.connect(to: address)) }
        try bench.turn()
        #expect((1...16).contains(bench.server.connectionCount))
        try bench.turn(4)
        #expect(bench.server.connectionCount == 50)
        let wire = try bench.connect()
        try wire.write((0..<500).map { request("ping", $0) }.joined())
        try bench.turn()
        #expect((1...64).contains(wire.lines().count))
        try bench.server.stopListening()
        // A child process of another test may hold a copy of the listener until it runs its program.
        #expect(
            try eventually {
                do {
                    _ = try Kernel.connect(to: address)
                    return false
                } catch let error as SystemError where error.errno == .connectionRefused {
                    return true
                }
            }
        )
        withExtendedLifetime(wires) {}
    }
}
