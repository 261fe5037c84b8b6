import JSONCore
import RPCCore
import TunerAPI

/// Counts the elements of a long list that fit into one response.
struct Page {
    private var left: Int64
    /// Whether at least one element did not fit.
    private(set) var isFull = false

    /// Creates a page for at most `limit` elements; without a limit if it is nil.
    init(_ limit: Int64?) throws(RPCError) {
        if let limit, limit < 1 {
            throw RPCError(parameter: "limit", "limit must be at least 1, got \(limit)")
        }
        left = limit ?? .max
    }

    /// Counts one more element; returns false if the page is full.
    mutating func takesAnother() -> Bool {
        isFull = left == 0
        left -= isFull ? 0 : 1
        return !isFull
    }
}
