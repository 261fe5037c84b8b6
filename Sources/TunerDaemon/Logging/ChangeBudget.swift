package import SystemCore

/// The number of change lines that the log may still write in the current second.
///
/// A line takes much longer than a write, so a fast writer must not cause a line for each change.
package struct ChangeBudget {
    /// The largest number of change lines in one second.
    package static let linesPerSecond = 100

    /// The end of the second; nil before the first change.
    package private(set) var end: MonotonicTime?
    private var lines = 0
    /// The number of changes in this second that have no line.
    private var skipped = 0

    package init() {}

    /// The number of lines for which this second has room.
    package var room: Int { max(0, ChangeBudget.linesPerSecond - lines) }

    /// Begins a new second if the current one has ended; returns the number of changes that had no line in it.
    package mutating func advance(to now: MonotonicTime) -> Int {
        if let end, now < end { return 0 }
        end = now + .seconds(1)
        lines = 0
        return takeSkipped()
    }

    /// Notes a line.
    package mutating func noteLine() { lines += 1 }

    /// Notes changes without a line; returns whether they are the first ones.
    package mutating func skip(_ count: Int) -> Bool {
        defer { skipped += count }
        return skipped == 0
    }

    /// Returns the number of changes without a line, and forgets them.
    package mutating func takeSkipped() -> Int {
        defer { skipped = 0 }
        return skipped
    }
}
