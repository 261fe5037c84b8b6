import Synchronization
import SystemCore
import TestSupport
import Testing

@testable import LoopCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct EventLoopTests {
    @Test func `each flush runs once per turn, unless it is cancelled by itself or another`() throws {
        let loop = try EventLoop()
        var done: [Int] = []
        var ids: [EventLoop.FlushID] = []
        for number in 0..<4 {
            ids.append(
                loop.flushAfterTurn { [unowned loop] in
                    done.append(number)
                    if number == 1 {
                        loop.cancel(ids[1])
                        loop.cancel(ids[2])
                    }
                }
            )
        }
        loop.nextTurn {}
        try loop.turn()
        #expect(done == [0, 1, 3])
    }

    @Test func `a flush may cancel an earlier one and add another, and each of the others runs once`() throws {
        let loop = try EventLoop()
        var done: [Int] = []
        var ids: [EventLoop.FlushID] = []
        for number in 0..<4 {
            ids.append(
                loop.flushAfterTurn { [unowned loop] in
                    done.append(number)
                    guard number == 2, done.count < 4 else { return }
                    loop.cancel(ids[0])
                    loop.cancel(ids[2])
                    ids.append(loop.flushAfterTurn { done.append(9) })
                }
            )
        }
        loop.nextTurn {}
        try loop.turn()
        #expect(done == [0, 1, 2, 3, 9])
        loop.nextTurn {}
        try loop.turn()
        #expect(done == [0, 1, 2, 3, 9, 1, 3, 9])
    }

    @Test func `the longest turn is measured without the waiting time`() throws {
        let clocks = ManualClocks()
        let loop = try EventLoop(clock: clocks.clocks)
        for milliseconds in [3, 7, 5] as [Int64] {
            clocks.advance(by: .seconds(1))
            loop.nextTurn { clocks.advance(by: .milliseconds(milliseconds)) }
            try loop.turn()
        }
        #expect(loop.longestTurn == 7_000_000)
    }

    /// A thread-safe list of numbers.
    final class Log: Sendable {
        private let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock { $0 } }
        var count: Int { all.count }

        func append(_ number: Int) {
            numbers.withLock { $0.append(number) }
        }
    }

    /// An event source that records its readiness and then performs an action.
    final class Source: EventSource {
        private(set) var seen: [Readiness] = []
        var action: () -> Void = {}

        func ready(_ readiness: Readiness) {
            seen.append(readiness)
            action()
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `work submitted by other threads runs in order`(kind: Poller.Kind) throws {
        let loop = try EventLoop(kind)
        let mailbox = loop.mailbox
        let seen = Log()
        let thread = TestThread {
            for number in 0..<1_000 {
                mailbox.submit { seen.append(number) }
            }
        }
        loop.atEndOfTurn { [unowned loop] in
            if seen.count == 1_000 {
                loop.stop()
            }
        }
        try loop.run()
        thread.join()
        #expect(seen.all == Array(0..<1_000))
    }

    @Test(arguments: Poller.Kind.available)
    func `a source that another handler removes gets no pending event`(kind: Poller.Kind) throws {
        let loop = try EventLoop(kind)
        let first = try Kernel.socketPair(nonBlocking: true)
        let second = try Kernel.socketPair(nonBlocking: true)
        let byte: [UInt8] = [1]
        _ = try Kernel.send(first.second, byte.span)
        _ = try Kernel.send(second.second, byte.span)
        let (one, other) = (Source(), Source())
        try loop.add(first.first, source: one, interest: .readable)
        try loop.add(second.first, source: other, interest: .readable)
        // The source that runs first removes the other.
        one.action = { #expect(throws: Never.self) { try loop.remove(second.first) } }
        other.action = { #expect(throws: Never.self) { try loop.remove(first.first) } }
        try loop.turn()
        #expect(one.seen.count + other.seen.count == 1)
        // Break the reference cycle: the loop retains the sources, and their actions retain the loop.
        one.action = {}
        other.action = {}
    }

    /// Checks that a third stream does not receive the readiness of a closed stream whose number it reuses.
    ///
    /// Two streams are ready. The source that runs first closes the other source's stream.
    static func reuseNumber(_ kind: Poller.Kind) throws {
        let loop = try EventLoop(kind)
        let sources = [Source(), Source()]
        let next = Source()
        var streams = try (0..<2).map { _ in
            let (wire, near) = try TestPeer.pair()
            let raw = try near.withDescriptor { (near) throws(SystemError) in try FarNumber.copy(of: near.raw) }
            return (stream: SocketStream(Descriptor(owning: raw)), wire: wire)
        }
        let quiet = try Kernel.socketPair(nonBlocking: true)
        var successor: SocketStream?
        func replace(_ index: Int) throws {
            var raw: Int32 = -1
            try streams[index].stream.withDescriptor { (descriptor) throws(SystemError) in
                raw = descriptor.raw
                try loop.remove(descriptor)
            }
            streams.remove(at: index)
            let stream = SocketStream(Descriptor(owning: try FarNumber.copy(of: quiet.first.raw)))
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                precondition(descriptor.raw == raw, "the number is not used again")
                try loop.add(descriptor, source: next, interest: .readable)
            }
            successor = stream
        }
        for index in sources.indices {
            sources[index].action = { try? replace(1 - index) }
            try streams[index].wire.write("x")
            try streams[index].stream.withDescriptor { (descriptor) throws(SystemError) in
                try loop.add(descriptor, source: sources[index], interest: .readable)
            }
        }
        try loop.turn()
        precondition(sources.map(\.seen.count).reduce(0, +) == 1)
        precondition(next.seen.isEmpty, "received the readiness of the former owner of its number")
        precondition(successor != nil)
        for source in sources {
            source.action = {}
        }
    }

    // Nothing else may take these descriptor numbers, so these tests run in their own processes.
    @Test func `a reused descriptor gets no event of its former owner, with epoll`() async {
        await #expect(processExitsWith: .success) { try EventLoopTests.reuseNumber(Poller.Kind.available[0]) }
    }

    @Test func `a reused descriptor gets no event of its former owner, with poll`() async {
        await #expect(processExitsWith: .success) { try EventLoopTests.reuseNumber(.poll) }
    }

    @Test func `next-turn work runs once in the next turn, and end-of-turn work runs last`() throws {
        let clocks = ManualClocks()
        let loop = try EventLoop(clock: clocks.clocks)
        var log: [String] = []
        loop.atEndOfTurn { log.append("end") }
        loop.schedule(after: .zero) { log.append("timer") }
        loop.nextTurn {
            log.append("next")
            loop.nextTurn { log.append("next but one") }
        }
        try loop.turn()
        #expect(log == ["next", "timer", "end"])
        try loop.turn()
        #expect(log == ["next", "timer", "end", "next but one", "end"])
    }

    @Test func `timers fire when they are due and not after cancellation`() throws {
        let clocks = ManualClocks()
        let loop = try EventLoop(clock: clocks.clocks)
        var fired: [Int] = []
        _ = loop.schedule(after: .seconds(2)) { fired.append(2) }
        let cancelled = loop.schedule(after: .seconds(1)) { fired.append(0) }
        _ = loop.schedule(after: .seconds(1)) { fired.append(1) }
        loop.cancel(cancelled)
        loop.nextTurn {}
        try loop.turn()
        #expect(fired == [])
        clocks.advance(by: .seconds(1))
        try loop.turn()
        #expect(fired == [1])
        clocks.advance(by: .seconds(1))
        try loop.turn()
        #expect(fired == [1, 2])
    }

    @Test func `stop lets the current turn finish`() throws {
        let loop = try EventLoop()
        var log: [String] = []
        loop.atEndOfTurn { log.append("end") }
        loop.nextTurn {
            loop.stop()
            log.append("next")
        }
        try loop.run()
        #expect(log == ["next", "end"])
    }
}
