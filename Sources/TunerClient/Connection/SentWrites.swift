import SystemCore

/// Writes that were sent, in the order in which their time is over.
struct SentWrites {
    private var writes: [(ending: WriteEnding, deadline: MonotonicTime)] = []
    /// How many at the front are done with.
    private var done = 0

    /// Adds one whose time is over behind that of all others.
    mutating func append(_ ending: WriteEnding, until deadline: MonotonicTime) {
        while done < writes.count, writes[done].ending.hasEnded { done += 1 }
        if done > writes.count / 2 {
            writes.removeFirst(done)
            done = 0
        }
        writes.append((ending, deadline))
    }

    /// When the first is given up that may still be answered.
    var nextDeadline: MonotonicTime? {
        writes[done...].first { !$0.ending.hasEnded }?.deadline
    }

    /// Ends those whose time is over.
    mutating func giveUp(at now: MonotonicTime) {
        while done < writes.count, writes[done].deadline <= now || writes[done].ending.hasEnded {
            writes[done].ending.finish(.failure(.outcomeUnknown))
            done += 1
        }
    }
}

/// Ends a write once: with its answer, or when its time is over.
final class WriteEnding {
    private var end: ((Result<Void, TunerError>) -> Void)?

    init(_ end: @escaping (Result<Void, TunerError>) -> Void) { self.end = end }

    /// Whether it has ended.
    var hasEnded: Bool { end == nil }

    /// Ends it, unless it has.
    func finish(_ result: Result<Void, TunerError>) {
        let end = end
        self.end = nil
        end?(result)
    }
}
