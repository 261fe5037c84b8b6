import Synchronization
import SystemCore
import TestSupport
import Testing

@Suite struct DoorbellTests {
    @Test func `rings before a wait end exactly one wait`() {
        let bell = Doorbell()
        bell.ring()
        bell.ring()
        bell.wait()
        let before = Kernel.monotonicTime()
        bell.wait(until: before + .milliseconds(5))
        #expect(Kernel.monotonicTime() >= before + .milliseconds(5))
    }

    // After a lost ring, work is left, the wait ends by its timeout, and the test fails.
    @Test func `no ring between threads is lost`() throws {
        let request = Doorbell()
        let response = Doorbell()
        let count = Atomic<Int>(0)
        let rounds = 5_000
        let other = try KernelThread {
            for round in 1...rounds {
                request.wait(until: Kernel.monotonicTime() + .seconds(60))
                count.store(round, ordering: .releasing)
                response.ring()
            }
        }
        for round in 1...rounds {
            request.ring()
            response.wait(until: Kernel.monotonicTime() + .seconds(60))
            guard count.load(ordering: .acquiring) == round else {
                Issue.record("round \(round) got no response")
                break
            }
        }
        other.join()
    }
}
