/// A point in time: whole milliseconds since 1970-01-01 00:00 UTC.
package struct Moment: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Returns the moment `interval` milliseconds later, or the last possible moment if there is none.
    package func advanced(byMilliseconds interval: Int64) -> Moment {
        let (sum, overflow) = milliseconds.addingReportingOverflow(interval)
        return Moment(milliseconds: overflow ? Int64.max : sum)
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
}
