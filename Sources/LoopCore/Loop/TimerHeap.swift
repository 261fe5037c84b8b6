package import SystemCore

/// A priority queue of actions by deadline; the caller passes the time, so the heap needs no clock.
package struct TimerHeap {
    /// The identity of a timer.
    package struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Entry {
        let deadline: MonotonicTime
        let number: UInt64

        func isBefore(_ other: Entry) -> Bool {
            (deadline, number) < (other.deadline, other.number)
        }
    }

    private var heap: [Entry] = []
    private var actions: [UInt64: () -> Void] = [:]
    private var nextNumber: UInt64 = 0

    package init() {}

    /// How many timers have neither fired nor been cancelled.
    package var count: Int { actions.count }

    /// The deadline of the next timer; nil if there is none.
    package var earliest: MonotonicTime? {
        mutating get {
            dropCancelled()
            return heap.first?.deadline
        }
    }

    /// Adds a timer.
    ///
    /// Of two timers with the same deadline, the one that was added first fires first.
    package mutating func add(at deadline: MonotonicTime, _ action: @escaping () -> Void) -> ID {
        let number = nextNumber
        nextNumber += 1
        actions[number] = action
        heap.append(Entry(deadline: deadline, number: number))
        siftUp(heap.count - 1)
        return ID(number: number)
    }

    /// Cancels a timer; does nothing if the timer has fired.
    package mutating func cancel(_ id: ID) {
        actions[id.number] = nil
        if heap.count > 64, heap.count > actions.count * 2 {
            heap.removeAll { actions[$0.number] == nil }
            heap.sort { $0.isBefore($1) }
        }
    }

    /// Removes the next timer that is due, and returns its action; nil if none is due.
    package mutating func popDue(at now: MonotonicTime) -> (() -> Void)? {
        dropCancelled()
        guard let first = heap.first, first.deadline <= now else { return nil }
        removeFirst()
        return actions.removeValue(forKey: first.number)
    }

    private mutating func dropCancelled() {
        while let first = heap.first, actions[first.number] == nil {
            removeFirst()
        }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if heap[child].isBefore(heap[smallest]) {
                    smallest = child
                }
            }
            guard smallest != index else { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}
