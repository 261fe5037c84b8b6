import JSONCore
import LoopCore
import RPCCore
import Synchronization
import SystemCore
import TestSupport
import Testing

@testable import ClientCore

@Suite(.timeLimit(.minutes(1))) struct LinkSourceTests {
    @Test func `another turn follows an event at the end of a turn, without waiting`() throws {
        let directory = try TemporaryDirectory()
        let loop = try EventLoop()
        var settings = DaemonLink.Settings(DaemonAddress(directory.file("none.sock"), trust: .anyone))
        settings.reconnects = false
        // The action of another object, which was added first, runs before the link's.
        let events = Counter()
        let seen = Counter()
        let flush = loop.flushAfterTurn { seen.count = events.count }
        let source = LinkSource(DaemonLink(settings), on: loop) { _, _ in events.count += 1 }
        try loop.turn()
        #expect((events.count, seen.count) == (1, 0))
        try loop.turn()
        #expect(seen.count == 1)
        source.close()
        loop.cancel(flush)
    }

    @Test func `a paused link reads nothing, and what the daemon has sent before its end comes after the pause`() throws
    {
        let sourced = try SourcedLink()
        let daemon = try sourced.connect()
        sourced.source?.isPaused = true
        try sourced.turn()
        try daemon.write(#"{"jsonrpc":"2.0","method":"m"}"# + "\n")
        try sourced.turn(3)
        #expect(sourced.events == ["connected", "ready"])
        daemon.close()
        try sourced.turn(3)
        #expect(sourced.events == ["connected", "ready"])
        sourced.source?.isPaused = false
        try sourced.turn(4)
        #expect(sourced.events.starts(with: ["connected", "ready", "m", "lost"]))
        // The link connects again.
        _ = try sourced.connect()
    }

    @Test func `a link to which nothing happens costs a turn nothing`() throws {
        let reads = Atomic(0)
        let clock = Clocks(
            monotonic: {
                reads.add(1, ordering: .relaxed)
                return Kernel.monotonicTime()
            },
            wall: { Kernel.wallTime() }
        )
        let sourced = try SourcedLink(clock: clock)
        let daemon = try sourced.connect()
        try sourced.turn(3)
        let before = reads.load(ordering: .relaxed)
        try sourced.turn(20)
        #expect(reads.load(ordering: .relaxed) == before)
        // What happens still has its effect in the same turn.
        _ = daemon.read()
        sourced.loop.nextTurn { sourced.link.call("ping", JSON.object([:])) { _, _ in } }
        try sourced.turn()
        #expect(daemon.read().contains("ping"))
        sourced.loop.nextTurn { sourced.link.drop() }
        try sourced.turn()
        #expect(sourced.events.last == "lost")
    }

    @Test func `a link that its owner closes and releases in an event is not used again`() throws {
        let sourced = try SourcedLink()
        let daemon = try sourced.connect()
        sourced.whenNotified = { sourced.close() }
        try daemon.write(#"{"jsonrpc":"2.0","method":"m"}"# + "\n")
        try sourced.turn(3)
        #expect(sourced.events == ["connected", "ready", "m"])
        _ = daemon.read()
        #expect(daemon.hasEnded)
        sourced.whenNotified = {}
    }

    @Test func `the loop waits while a link is paused whose daemon has gone`() throws {
        let sourced = try SourcedLink()
        let daemon = try sourced.connect()
        sourced.source?.isPaused = true
        try sourced.turn()
        daemon.close()
        try sourced.turn(3)
        // If the poller reported the hangup again, thousands of turns would end before the timer is due.
        var isDue = false
        sourced.loop.schedule(after: .milliseconds(50)) { isDue = true }
        var turns = 0
        while !isDue {
            try sourced.loop.turn()
            turns += 1
        }
        #expect(turns < 10)
    }
}

private final class Counter {
    var count = 0
}
