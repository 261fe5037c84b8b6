import BlockingTests
import HTTPCore
import LoopCore
import SystemCore
import TestSupport
import Testing
import TunerAPI
import WebTestSupport

@testable import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of a feed on a loop whose turns the test runs, with a real daemon.
@Suite(.blocking) final class EventFeedTests {
    private let directory: TemporaryDirectory
    private let daemon: RunningDaemon
    private let bench: WebTestBench
    private let streams: EventStreams
    private let calls: DaemonCalls
    private let link: EventLink
    private let feeds: Feeds

    private final class Feeds {
        var link: EventLink?

        /// Returns the feed of a path, and lets the link connect, as the route of `/events` does.
        func feed(_ path: String) -> EventFeed? {
            link?.feed(EventQuery(world: nil, match: ["\(path.dropFirst()).*"], flags: nil, context: nil))
        }
    }

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try RunningDaemon(in: directory)
        let feeds = Feeds()
        self.feeds = feeds
        let routes = ["/a", "/b"].map { path in
            Route(.get, path, .open) { _, _, exchange in
                feeds.feed(path)?.add(exchange, moment: nil, mayBeginOffline: true)
            }
        }
        bench = try WebTestBench(routes)
        let runtime = directory.path
        let path = SocketPath(option: nil, user: Kernel.userID) { $0 == "XDG_RUNTIME_DIR" ? runtime : nil }
        streams = EventStreams(on: bench.loop)
        calls = DaemonCalls(to: path, on: bench.loop)
        link = EventLink(nil, to: calls, streams, on: bench.loop) {}
        feeds.link = link
    }

    deinit {
        feeds.link = nil
        link.close()
        calls.close()
        try? bench.turn()
    }

    private func feed(_ path: String) throws -> EventFeed { try #require(feeds.feed(path)) }

    private func set(_ key: String, _ value: String) throws {
        try daemon.value("tunables.set", "{\"key\":\"\(key)\",\"value\":\(value)}")
    }

    private func turn(until isDone: () throws -> Bool) throws -> Bool {
        try eventually {
            try bench.turn(4)
            return try isDone()
        }
    }

    /// Runs turns and reads until a text has arrived.
    private func read(_ wire: TestPeer, until text: String) throws -> String {
        var received = ""
        let hasArrived = try turn {
            received += wire.read()
            return received.contains(text)
        }
        #expect(hasArrived)
        return received
    }

    private func open(_ path: String) throws -> TestPeer {
        let wire = try bench.connect()
        try wire.write(bench.text("GET \(path)"))
        _ = try read(wire, until: "event: values")
        return wire
    }

    // MARK: Clients that do not read

    @Test func `an event visits no client that waits for room, and such a client continues with the newest values`()
        throws
    {
        let feed = try feed("/a")
        let slow = try (0..<20).map { _ in try open("/a") }
        let quick = try open("/a")
        #expect(feed.ready.count == 21)
        let text = String(repeating: "x", count: 300_000)
        var number = 0
        while feed.ready.count > 1, number < 20 {
            number += 1
            try set("a.text", "\"\(number) \(text)\"")
            _ = try read(quick, until: "\"to\":\(number)")
        }
        for _ in 0..<40 {
            number += 1
            try set("a.n", "\"\(number) \(text.prefix(30_000))\"")
            _ = try read(quick, until: "\"to\":\(number)")
        }
        #expect(
            try turn {
                _ = quick.read()
                return feed.ready.count == 1
            }
        )
        // The log has the last changes only, so the daemon merges what the client has missed.
        var rest = ""
        #expect(
            try turn {
                rest += slow[0].read()
                return rest.contains("\"to\":\(number)") && feed.ready.count == 2
            }
        )
        #expect(rest.occurrences(of: "event: change") < 20)
        #expect(rest.contains("\"key\":\"a.n\",\"value\":\"\(number) "))
        // A client that is gone does not count as one that waits.
        for wire in slow.dropFirst() { wire.close() }
        try set("a.n", "\"\"")
        _ = try read(quick, until: "\"to\":\(number + 1)")
        #expect(try turn { feed.ready.count == 2 })
    }

    @Test func `the events that a client has waited for are free when it has read them`() throws {
        let slow = try open("/a")
        try set("a.text", "\"\(String(repeating: "x", count: 900_000))\"")
        #expect(try turn { try streams.memory.texts > 900_000 && feed("/a").ready.isEmpty })
        // No other event follows.
        _ = try read(slow, until: "\"to\":1,")
        #expect(
            try turn {
                _ = slow.read()
                return streams.memory.texts == 0
            }
        )
    }

    // MARK: A daemon that does not respond

    @Test func `a client that joins at a daemon that does not respond learns so after ten seconds`() throws {
        let first = try open("/a")
        try daemon.program.send(SIGSTOP)
        let wire = try bench.connect()
        try wire.write(bench.text("GET /b"))
        try bench.turn(4)
        try bench.advance(by: .seconds(9))
        #expect(wire.read() == "")
        try bench.advance(by: .seconds(2))
        for wire in [first, wire] {
            #expect(try read(wire, until: "event: offline").contains("does not respond"))
        }
        try daemon.program.send(SIGCONT)
        // The link's own clock is not the one that the test advances, so a client lets it connect.
        _ = try open("/b")
        _ = try read(wire, until: "event: values")
        try set("a.n", "1")
        _ = try read(first, until: "\"value\":1")
    }

    @Test func `a stream learns after a minute that the daemon does not respond`() throws {
        let wire = try open("/a")
        for _ in 0..<14 {
            try bench.advance(by: .seconds(10))
            // The daemon has responded to the gateway's ping before the second one.
            for _ in 0..<2 { try daemon.value("ping") }
            try bench.turn(4)
        }
        #expect(!wire.read().contains("offline"))
        try daemon.program.send(SIGSTOP)
        for _ in 0..<9 {
            try bench.advance(by: .seconds(10))
            try bench.turn(4)
        }
        #expect(try read(wire, until: "event: offline").contains("does not respond"))
        try daemon.program.send(SIGCONT)
    }
}
