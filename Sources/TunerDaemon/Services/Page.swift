import JSONCore
import RPCCore
import TunerAPI

/// Counts what an answer takes of a long list: a value.
struct Page {
    private var left: Int64
    /// Whether something was left for the next page.
    private(set) var isFull = false

    /// A page of at most so many; without a limit everything.
    init(_ limit: Int64?) throws(RPCError) {
        if let limit, limit < 1 {
            throw RPCError(parameter: "limit", "limit must be at least 1, got \(limit)")
        }
        left = limit ?? .max
    }

    /// Takes one more, if there is room.
    mutating func takesAnother() -> Bool {
        isFull = left == 0
        left -= isFull ? 0 : 1
        return !isFull
    }
}
