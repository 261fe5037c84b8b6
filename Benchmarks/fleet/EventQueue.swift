/// What happens in a simulation, in the order of its time.
struct EventQueue {
    private struct Event {
        let time: Duration
        /// Decides between events at the same time: the one that was added first happens first.
        let number: Int
        let run: () -> Void

        static func < (left: Event, right: Event) -> Bool { (left.time, left.number) < (right.time, right.number) }
    }

    private var heap: [Event] = []
    private var lastNumber = 0
    private(set) var now = Duration.zero

    mutating func add(at time: Duration, _ run: @escaping () -> Void) {
        lastNumber += 1
        heap.append(Event(time: max(time, now), number: lastNumber, run: run))
        var index = heap.count - 1
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes the next event until a time, and moves the clock to it; nil if there is none.
    mutating func next(until end: Duration) -> (() -> Void)? {
        guard let first = heap.first, first.time <= end else {
            now = end
            return nil
        }
        now = first.time
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.run }
        heap[0] = last
        var index = 0
        while true {
            let left = 2 * index + 1
            guard left < heap.count else { break }
            let child = left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
            guard heap[child] < heap[index] else { break }
            heap.swapAt(index, child)
            index = child
        }
        return first.run
    }
}
