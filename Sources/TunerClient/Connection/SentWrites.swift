import SystemCore

/// The writes that were sent, in the order of their deadlines.
struct SentWrites {
    private var writes: [(ending: WriteEnding, deadline: MonotonicTime)] = []
    /// The number of writes at the front that have ended.
    private var done = 0

    /// Appends a write whose deadline is the latest.
    mutating func append(_ ending: WriteEnding, until deadline: MonotonicTime) {
        while done < writes.count, writes[done].ending.hasEnded { done += 1 }
        if done > writes.count / 2 {
            writes.removeFirst(done)
            done = 0
        }
        writes.append((ending, deadline))
    }

    /// The earliest deadline of a write without a response.
    var nextDeadline: MonotonicTime? {
        writes[done...].first { !$0.ending.hasEnded }?.deadline
    }

    /// Ends the writes whose deadline has passed, with `outcomeUnknown`.
    mutating func giveUp(at now: MonotonicTime) {
        while done < writes.count, writes[done].deadline <= now || writes[done].ending.hasEnded {
            writes[done].ending.finish(.failure(.outcomeUnknown))
            done += 1
        }
    }
}

/// A completion handler that is called once: with the response, or after the deadline.
final class WriteEnding {
    private var end: ((Result<Void, TunerError>) -> Void)?

    init(_ end: @escaping (Result<Void, TunerError>) -> Void) { self.end = end }

    var hasEnded: Bool { end == nil }

    /// Calls the handler, unless it was called before.
    func finish(_ result: Result<Void, TunerError>) {
        let end = end
        self.end = nil
        end?(result)
    }
}
