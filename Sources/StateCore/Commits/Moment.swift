/// A moment of the calendar in whole milliseconds since the beginning of 1970, in UTC.
package struct Moment: Hashable, Comparable, Sendable {
    /// How many have passed.
    package let milliseconds: Int64

    /// The moment so many milliseconds after the beginning of 1970.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The same moment some time later, or the last there is.
    package func advanced(byMilliseconds interval: Int64) -> Moment {
        let (sum, overflow) = milliseconds.addingReportingOverflow(interval)
        return Moment(milliseconds: overflow ? Int64.max : sum)
    }

    /// Earlier moments first.
    package static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
}
