import Synchronization
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct WakeupTests {
    private final class Work: Sendable {
        private let count = Mutex<Int>(0)

        func add() { count.withLock { $0 += 1 } }

        func take() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `a signal of another thread ends a wait`(kind: Poller.Kind) throws {
        let wakeup = try Wakeup()
        let poller = try Poller(kind)
        try poller.add(wakeup.descriptor, token: 7, interest: .readable)
        let thread = TestThread { wakeup.signal() }
        var events: [PollerEvent] = []
        repeat { try poller.wait(.forever, into: &events) } while events.isEmpty
        #expect(events == [PollerEvent(token: 7, readiness: .readable)])
        thread.join()
    }

    @Test func `many signals cause one wakeup, and a signal after a drain the next`() throws {
        let wakeup = try Wakeup()
        for _ in 0..<3 {
            #expect(try Kernel.wait(for: .readable, on: wakeup.descriptor, .none) == [])
            for _ in 0..<1000 { wakeup.signal() }
            #expect(try Kernel.wait(for: .readable, on: wakeup.descriptor, .none) == .readable)
            wakeup.drain()
        }
        wakeup.drain()
        wakeup.signal()
        #expect(try Kernel.wait(for: .readable, on: wakeup.descriptor, .none) == .readable)
    }

    // After a lost wakeup, work is left, the wait ends by its timeout, and the test fails.
    @Test func `no wakeup between threads is lost`() throws {
        let wakeup = try Wakeup()
        let work = Work()
        let each = 10_000
        let add: @Sendable () -> Void = {
            for _ in 0..<each {
                work.add()
                wakeup.signal()
            }
        }
        let first = TestThread(add)
        let second = TestThread(add)
        var done = 0
        while done < 2 * each {
            let readiness = try Kernel.wait(for: .readable, on: wakeup.descriptor, .duration(.seconds(60)))
            guard readiness == .readable else {
                Issue.record("the loop was not woken: \(done) done")
                break
            }
            wakeup.drain()
            done += work.take()
        }
        first.join()
        second.join()
    }
}
