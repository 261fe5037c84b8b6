import Synchronization
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct PollerTests {
    static let byte: [UInt8] = [1]

    static func ready(_ poller: borrowing Poller) throws -> [UInt64: Readiness] {
        var events: [PollerEvent] = []
        try poller.wait(.none, into: &events)
        return Dictionary(uniqueKeysWithValues: events.map { ($0.token, $0.readiness) })
    }

    @Test(arguments: Poller.Kind.available)
    func `the poller reports readable and writable descriptors while they are ready`(kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let pair = try Kernel.socketPair(nonBlocking: true)
        try poller.add(pair.first, token: 1, interest: .readable)
        try poller.add(pair.second, token: .max, interest: [.readable, .writable])
        #expect(try Self.ready(poller) == [.max: .writable])
        _ = try Kernel.send(pair.second, Self.byte.span)
        for _ in 0..<3 { #expect(try Self.ready(poller) == [1: .readable, .max: .writable]) }
        var bytes = Self.byte
        var span = bytes.mutableSpan
        _ = try Kernel.receive(pair.first, into: &span)
        #expect(try Self.ready(poller) == [.max: .writable])
    }

    @Test(arguments: Poller.Kind.available)
    func `modify changes interest and token`(kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let pair = try Kernel.socketPair(nonBlocking: true)
        _ = try Kernel.send(pair.second, Self.byte.span)
        try poller.add(pair.first, token: 1, interest: [.readable, .writable])
        #expect(try Self.ready(poller) == [1: [.readable, .writable]])
        try poller.modify(pair.first, token: 2, interest: .writable)
        #expect(try Self.ready(poller) == [2: .writable])
        try poller.modify(pair.first, token: 3, interest: [])
        #expect(try Self.ready(poller) == [:])
        try poller.modify(pair.first, token: 4, interest: .readable)
        #expect(try Self.ready(poller) == [4: .readable])
    }

    @Test(arguments: Poller.Kind.available)
    func `a removed descriptor is not reported and can be added again`(kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let pair = try Kernel.socketPair(nonBlocking: true)
        try poller.add(pair.first, token: 1, interest: .writable)
        try poller.remove(pair.first)
        #expect(try Self.ready(poller) == [:])
        try poller.add(pair.first, token: 2, interest: .writable)
        #expect(try Self.ready(poller) == [2: .writable])
    }

    @Test(arguments: Poller.Kind.available)
    func `a half-close is readable and not a hangup`(kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let pair = try Kernel.socketPair(nonBlocking: true)
        try poller.add(pair.first, token: 1, interest: .readable)
        try Kernel.shutdownWriting(pair.second)
        #expect(try Self.ready(poller) == [1: .readable])
        try poller.modify(pair.first, token: 1, interest: .writable)
        #expect(try Self.ready(poller) == [1: .writable])
        try poller.modify(pair.first, token: 1, interest: [])
        #expect(try Self.ready(poller) == [:])
    }

    @Test(arguments: Poller.Kind.available)
    func `a disconnected peer is a hangup, whatever the interest`(kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let left = try Kernel.socketPair(nonBlocking: true).keepFirst()
        try poller.add(left, token: 1, interest: [])
        #expect(try Self.ready(poller) == [1: .hangup])
        try poller.modify(left, token: 1, interest: .readable)
        #expect(try Self.ready(poller) == [1: [.readable, .hangup]])
    }

    @Test(arguments: Poller.Kind.available)
    func `a pipe without a reader is an error`(kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let left = try Kernel.pipe().keepSecond()
        try poller.add(left, token: 1, interest: [])
        #expect(try Self.ready(poller) == [1: .error])
    }

    @Test(arguments: Poller.Kind.available, Seeds.all)
    func `among many descriptors exactly the ready ones are reported`(kind: Poller.Kind, seed: UInt64) throws {
        let poller = try Poller(kind)
        var generator = SeededGenerator(seed: seed)
        // An array cannot hold a noncopyable `Descriptor`, so it holds the raw numbers.
        var pairs: [(near: Int32, far: Int32)] = []
        defer { for pair in pairs { _ = (close(pair.near), close(pair.far)) } }
        for _ in 0..<200 {
            let pair = try Kernel.socketPair(nonBlocking: true)
            pairs.append((pair.first.release(), pair.second.release()))
        }
        var inside: Set<Int> = []
        var expected: [UInt64: Readiness] = [:]
        for round in 0..<400 {
            let index = Int.random(in: 0..<pairs.count, using: &generator)
            let near = Descriptor(owning: pairs[index].near)
            if inside.contains(index) {
                try poller.remove(near)
                inside.remove(index)
                expected[UInt64(index)] = nil
            } else {
                // Wait for writability, which is immediate, or for readability, which never happens.
                let isReady = Bool.random(using: &generator)
                try poller.add(near, token: UInt64(index), interest: isReady ? .writable : .readable)
                inside.insert(index)
                if isReady { expected[UInt64(index)] = .writable }
            }
            _ = near.release()
            if round % 50 == 0 {
                #expect(try Self.ready(poller) == expected, "seed \(seed)")
            }
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `a wait does not end before its timeout`(kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        var events = [PollerEvent(token: 9, readiness: .error)]
        let start = Kernel.monotonicTime()
        let deadline = start + .microseconds(10_300)
        var waits = 0
        while Kernel.monotonicTime() < deadline {
            try poller.wait(.until(deadline, from: Kernel.monotonicTime()), into: &events)
            waits += 1
        }
        #expect(events.isEmpty)
        #expect(waits <= 3)
    }

    @Test(arguments: Poller.Kind.available)
    func `a signal ends a wait without an event`(kind: Poller.Kind) async {
        switch kind {
        #if os(Linux)
        case .epoll: await #expect(processExitsWith: .success) { try Self.waitThroughSignals(.epoll) }
        #endif
        case .poll: await #expect(processExitsWith: .success) { try Self.waitThroughSignals(.poll) }
        }
    }

    /// Waits while another thread sends signals to this one, repeatedly because a signal may arrive before the wait.
    private static func waitThroughSignals(_ kind: Poller.Kind) throws {
        let signals = try SignalSource([.user1])
        let poller = try Poller(kind)
        let waiter = pthread_self()
        let isOver = StopRequest()
        let thread = TestThread {
            while !isOver.isSet { pthread_kill(waiter, SIGUSR1) }
        }
        var events: [PollerEvent] = []
        try poller.wait(.duration(.seconds(60)), into: &events)
        isOver.set()
        thread.join()
        demand(events.isEmpty)
        demand(try signals.next() == .user1)
    }

    private final class StopRequest: Sendable {
        private let value = Atomic<Bool>(false)

        var isSet: Bool { value.load(ordering: .acquiring) }

        func set() { value.store(true, ordering: .releasing) }
    }

    @Test func `waiting for one descriptor ends with its event or the timeout`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        #expect(try Kernel.wait(for: .readable, on: pair.first, .nanoseconds(1)) == [])
        #expect(try Kernel.wait(for: .readable, on: pair.first, .none) == [])
        _ = try Kernel.send(pair.second, Self.byte.span)
        #expect(try Kernel.wait(for: .readable, on: pair.first, .forever) == .readable)
    }

    @Test func `adding twice, removing an unknown and closing an added descriptor trap`() async {
        #if os(Linux)
        await #expect(processExitsWith: .signal(Trap.signal)) { try Self.addTwice(.epoll) }
        await #expect(processExitsWith: .signal(Trap.signal)) { try Self.removeStranger(.epoll) }
        #endif
        await #expect(processExitsWith: .signal(Trap.signal)) { try Self.addTwice(.poll) }
        await #expect(processExitsWith: .signal(Trap.signal)) { try Self.removeStranger(.poll) }
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let poller = try Poller(.poll)
            // No other thread gets such a high number for a new descriptor after this one has closed.
            let descriptor = Descriptor(owning: fcntl(try Kernel.pipe().keepFirst().release(), F_DUPFD_CLOEXEC, 500))
            try poller.add(descriptor, token: 1, interest: .readable)
            try descriptor.close()
            _ = try Self.ready(poller)
        }
    }

    private static func addTwice(_ kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let pipe = try Kernel.pipe()
        try poller.add(pipe.first, token: 1, interest: .readable)
        try poller.add(pipe.first, token: 2, interest: .readable)
    }

    private static func removeStranger(_ kind: Poller.Kind) throws {
        let poller = try Poller(kind)
        let pipe = try Kernel.pipe()
        try poller.remove(pipe.first)
    }
}
