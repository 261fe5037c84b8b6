import SystemCore
import TestSupport
import Testing

@testable import LoopCore

/// Tests that each turn of the loop ends in time.
@Suite struct TurnTests {
    /// The duration of a step: more than half the time limit of a turn, so that two steps exceed it.
    private static let long = Duration.milliseconds(3)

    /// Returns a loop whose last turn was too long, so that it checks its clock after each step.
    private static func warnedLoop(_ clocks: ManualClocks, _ kind: Poller.Kind) throws -> EventLoop {
        let loop = try EventLoop(kind, clock: clocks.clocks)
        loop.nextTurn { clocks.advance(by: .seconds(1)) }
        try loop.turn()
        return loop
    }

    @Test func `work that exceeds a turn's time runs in the next turn, in order`() throws {
        let clocks = ManualClocks()
        let loop = try Self.warnedLoop(clocks, Poller.Kind.available[0])
        var done: [Int] = []
        for number in 0..<5 {
            loop.nextTurn {
                done.append(number)
                clocks.advance(by: Self.long)
            }
        }
        try loop.turn()
        #expect(done == [0, 1])
        loop.nextTurn { done.append(5) }
        try loop.turn()
        #expect(done == [0, 1, 2, 3])
        // With work for the next turn, the turn does not wait for events.
        loop.nextTurn {}
        try loop.turn()
        #expect(done == [0, 1, 2, 3, 4, 5])
    }

    @Test func `a listener accepts no more connections in a turn whose time is used up`() throws {
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("socket"))
        let clocks = ManualClocks()
        let loop = try EventLoop(clock: clocks.clocks)
        var accepted = 0
        let listener = try Listener(try Kernel.listen(at: address, mode: 0o600), on: loop) { _ in
            accepted += 1
            clocks.advance(by: Self.long)
        }
        let clients = try (0..<5).map { _ in try TestPeer.connect(to: address) }
        for expected in [2, 4, 5] {
            loop.nextTurn {}
            try loop.turn()
            #expect(accepted == expected)
        }
        try listener.close()
        withExtendedLifetime(clients) {}
    }

    /// An event source that is always ready and takes a long time.
    private final class Source: EventSource {
        let pair: (wire: TestPeer, stream: SocketStream)
        private let clocks: ManualClocks
        private(set) var count = 0

        init(on loop: EventLoop, _ clocks: ManualClocks) throws {
            pair = try TestPeer.pair()
            self.clocks = clocks
            try pair.wire.write("x")
            try pair.stream.withDescriptor { (descriptor) throws(SystemError) in
                try loop.add(descriptor, source: self, interest: .readable)
            }
        }

        func ready(_ readiness: Readiness) {
            count += 1
            clocks.advance(by: TurnTests.long)
        }

        func leave(_ loop: EventLoop) throws {
            try pair.stream.withDescriptor { (descriptor) throws(SystemError) in try loop.remove(descriptor) }
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `every ready source gets its event before any source gets a second one`(kind: Poller.Kind) throws {
        let clocks = ManualClocks()
        let loop = try Self.warnedLoop(clocks, kind)
        let sources = try (0..<6).map { _ in try Source(on: loop, clocks) }
        for round in 1...3 {
            for turn in 1...3 {
                try loop.turn()
                #expect(sources.map(\.count).reduce(0, +) == 6 * (round - 1) + 2 * turn)
            }
            #expect(sources.allSatisfy { $0.count == round })
        }
        for source in sources {
            try source.leave(loop)
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `a source removed while it waits for the next turn gets no event`(kind: Poller.Kind) throws {
        let clocks = ManualClocks()
        let loop = try Self.warnedLoop(clocks, kind)
        let sources = try (0..<4).map { _ in try Source(on: loop, clocks) }
        try loop.turn()
        let waiting = sources.filter { $0.count == 0 }
        #expect(waiting.count == 2)
        for source in waiting {
            try source.leave(loop)
        }
        loop.nextTurn {}
        try loop.turn()
        #expect(sources.map(\.count).reduce(0, +) == 2)
        for source in sources where source.count > 0 {
            try source.leave(loop)
        }
    }
}
