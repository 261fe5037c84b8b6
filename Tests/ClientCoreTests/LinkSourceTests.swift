import LoopCore
import RPCCore
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
}

private final class Counter {
    var count = 0
}
