import JSONCore

extension Duration {
    /// The number of seconds: an integer if the duration has no fraction of a second.
    var json: JSON {
        let (seconds, attoseconds) = components
        guard attoseconds != 0 else { return .integer(seconds) }
        let milliseconds = 1_000_000_000_000_000 as Int64
        // One division of two exact numbers gives the double that prints as 0.1, which a sum may miss.
        if attoseconds.isMultiple(of: milliseconds), seconds.magnitude < 1_000_000_000_000 {
            return .double(Double(seconds * 1_000 + attoseconds / milliseconds) / 1_000)
        }
        return .double(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Creates a duration from seconds, rounded to nanoseconds; nil if the duration is too long.
    ///
    /// A double has no exact 0.1. Without the rounding, 0.1 seconds would differ from 100 milliseconds.
    init?(plainSeconds seconds: Double) {
        guard let whole = Int64(exactly: seconds.rounded(.down)) else { return nil }
        let nanoseconds = ((seconds - Double(whole)) * 1e9).rounded()
        self = .seconds(whole) + .nanoseconds(Int64(nanoseconds))
    }
}
