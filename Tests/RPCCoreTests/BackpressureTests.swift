import JSONCore
import LoopCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct BackpressureTests {
    @Test(arguments: Poller.Kind.available)
    func `the server stops reading from a peer that does not read, and loses no response`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let count = 60_000
        let requests = Array((0..<count).map { request("ping", $0) }.joined().utf8)
        let taken = try bench.pour(requests, into: wire)
        #expect(taken < requests.count)
        var lines = try bench.drain(wire)
        var written = taken
        while written < requests.count {
            written += try bench.pour(Array(requests[written...]), into: wire)
            lines += try bench.drain(wire)
        }
        #expect(lines.count == count)
        #expect(lines.last == response(count - 1, "\"pong\""))
        #expect(bench.server.unreadInput == 0)
    }

    @Test(arguments: Poller.Kind.available, [0, 1, 100, 5_000])
    func `messages delayed by unread responses are handled in the end`(kind: Poller.Kind, limit: Int) throws {
        var limits = ServerLimits()
        limits.unsentResponses = limit
        let bench = try TestBench(kind, limits: limits)
        let wire = try bench.connect()
        try wire.write((0..<1_000).map { request("ping", $0) }.joined())
        try wire.shutdownWriting()
        var lines: [String] = []
        while lines.count < 1_000 {
            try bench.turn(100)
            let more = wire.lines()
            guard !more.isEmpty else { break }
            lines += more
        }
        #expect(lines == (0..<1_000).map { response($0, "\"pong\"") })
        try bench.turn(3)
        _ = wire.read()
        #expect(wire.hasEnded)
    }

    @Test(arguments: Poller.Kind.available)
    func `messages delayed by withheld responses are handled in the end`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.unsentResponses = 10_000
        let bench = try TestBench(kind, limits: limits)
        let wire = try bench.connect()
        try wire.write((0..<1_000).map { request("withhold", $0) }.joined())
        try bench.turn(30)
        #expect(bench.service.number < 300, "nothing more is read once what waits is more than the limit")
        var lines: [String] = []
        var rounds = 0
        while lines.count < 1_000, rounds < 500 {
            bench.service.release()
            try bench.turn(2)
            lines += wire.lines()
            rounds += 1
        }
        #expect(lines.count == 1_000)
        #expect(try bench.exchange(request("ping", 1), on: wire) == [response(1, "\"pong\"")])
    }

    @Test(arguments: Poller.Kind.available)
    func `withheld responses count as unsent`(kind: Poller.Kind) throws {
        var limits = ServerLimits()
        limits.unsentResponses = 100_000
        let bench = try TestBench(kind, limits: limits)
        let wire = try bench.connect()
        let requests = request("withhold", 1) + request("fill", 2, "[200000]") + request("update", 3)
        #expect(try bench.exchange(requests, on: wire) == [])
        #expect(bench.service.called.isEmpty, "nothing is read meanwhile")
        bench.service.release()
        #expect(try bench.drain(wire).count == 3)
        #expect(bench.service.called.count == 1)
    }

    @Test(arguments: Poller.Kind.available)
    func `a subscriber that never reads is disconnected, and a reading one receives everything`(
        kind: Poller.Kind
    ) throws {
        let bench = try TestBench(kind)
        let (sleeper, reader) = (try bench.connect(), try bench.connect())
        for wire in [sleeper, reader] {
            _ = try bench.exchange(request("subscribe", 1), on: wire)
        }
        let publisher = try bench.connect()
        let text = String(repeating: "x", count: 1 << 20)
        var received = 0
        for number in 0..<12 {
            _ = try bench.pour(Array(request("publish", number, "[\"\(text)\"]").utf8), into: publisher)
            received += try bench.drain(reader).joined().utf8.count
            _ = publisher.lines()
        }
        #expect(received > 12 << 20)
        #expect(bench.server.connectionCount == 2, "the one that never read is gone")
        #expect(try bench.exchange(request("ping", 1), on: reader).summaries == ["pong"])
    }

    @Test(arguments: Poller.Kind.available)
    func `ids of withheld responses count as unsent`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let id = "\"" + String(repeating: "i", count: 600_000) + "\""
        let withhold = "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"withhold\"}"
        let taken = try bench.pour(Array(String(repeating: withhold, count: 10).utf8), into: wire)
        #expect(taken < 5 * 600_000, "nothing more is read once what waits is more than the limit")
        wire.close()
        try bench.turn(2)
        bench.service.release()
    }

    @Test(arguments: Poller.Kind.available)
    func `requests of one connection do not delay another connection`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let hogs = try (0..<4).map { _ in try bench.connect() }
        let quiet = try bench.connect()
        let requests = (0..<1_500).map { request("ping", $0) }.joined()
        for hog in hogs {
            try hog.write(requests)
        }
        for number in 0..<10 {
            try quiet.write(request("ping", number))
            try bench.turn()
            #expect(quiet.lines() == [response(number, "\"pong\"")])
            for hog in hogs {
                let count = hog.lines().count
                #expect((1...64).contains(count), "in a turn \(count)")
            }
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `a service sees the number of unsent bytes of a peer`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1), on: wire)
        let peer = try #require(bench.service.subscribers.values.first)
        #expect(peer.unsent == 0)
        bench.service.publish(.string(String(repeating: "x", count: 1_000_000)))
        #expect(peer.unsent > 1_000_000)
        try bench.turn(2)
        #expect((1..<1_000_000).contains(peer.unsent))
        bench.service.publish(.string(String(repeating: "x", count: 1_000_000)))
        #expect(peer.unsent > 1_000_000)
        #expect(try bench.drain(wire).count == 2)
        #expect(peer.unsent == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `the event loop sleeps while it waits for a peer to read`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        _ = try bench.pour(Array(String(repeating: request("fill", 1, "[1000]"), count: 5_000).utf8), into: wire)
        try bench.turn(100)
        // The loop has nothing to do and would wait without end. Only the timer ends the turn.
        let start = Kernel.monotonicTime()
        bench.loop.schedule(after: .milliseconds(20)) {}
        try bench.loop.turn()
        #expect(Kernel.monotonicTime() - start > .milliseconds(15))
    }
}
