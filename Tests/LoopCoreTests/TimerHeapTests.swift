import LoopCore
import SystemCore
import TestSupport
import Testing

@Suite struct TimerHeapTests {
    static func time(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

    @Test(arguments: Seeds.all)
    func `timers fire in the order of a sorted list despite cancellations`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var heap = TimerHeap()
        var model: [(deadline: Int64, number: Int, id: TimerHeap.ID)] = []
        var fired: [Int] = []
        var expected: [Int] = []
        var now: Int64 = 0
        for number in 0..<600 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0..<5:
                let deadline = now + .random(in: -3...40, using: &generator)
                model.append((deadline, number, heap.add(at: Self.time(deadline)) { fired.append(number) }))
            case 5..<7:
                guard let index = model.indices.randomElement(using: &generator) else { continue }
                heap.cancel(model.remove(at: index).id)
            default:
                now += .random(in: 0...20, using: &generator)
                while let action = heap.popDue(at: Self.time(now)) {
                    action()
                }
                let due = model.filter { $0.deadline <= now }.sorted {
                    ($0.deadline, $0.number) < ($1.deadline, $1.number)
                }
                expected += due.map(\.number)
                model.removeAll { $0.deadline <= now }
            }
            #expect(heap.count == model.count)
            #expect(heap.earliest == model.map(\.deadline).min().map(Self.time))
        }
        #expect(fired == expected, "seed \(seed)")
    }

    @Test func `timers with equal deadlines fire in the order of their addition`() {
        var heap = TimerHeap()
        var fired: [Int] = []
        for number in 0..<10 {
            _ = heap.add(at: Self.time(5)) { fired.append(number) }
        }
        let early = heap.popDue(at: Self.time(4))
        #expect(early == nil)
        while let action = heap.popDue(at: Self.time(5)) {
            action()
        }
        #expect(fired == Array(0..<10))
    }

    @Test func `cancelling a fired or cancelled timer does nothing`() {
        var heap = TimerHeap()
        let fired = heap.add(at: Self.time(1)) {}
        let cancelled = heap.add(at: Self.time(2)) {}
        _ = heap.popDue(at: Self.time(1))
        heap.cancel(fired)
        heap.cancel(cancelled)
        heap.cancel(cancelled)
        #expect(heap.count == 0)
        #expect(heap.earliest == nil)
    }
}
