import SystemCore
import TunerAPI

/// The schedule of the reports to the daemon: a structure without clock or I/O.
///
/// A revision is applied when the program has read all values that changed with it. A cell notes the read of its value, and
/// wakes no thread. So the caller looks at the cells. The pause between two looks starts at a millisecond, grows to an eighth
/// of the unread time, and ends at ten seconds. A value that is unread for a second is reported as unread.
struct AppliedProgress {
    /// The time after which an unread value no longer delays the report.
    static let patience = Duration.seconds(1)
    private static let firstPause = Duration.milliseconds(1)
    private static let longestPause = Duration.seconds(10)
    /// The size of the token bucket that limits the reports, and the time in which it gains one token.
    private static let burst = 8
    private static let interval = Duration.milliseconds(100)

    /// An unread value, with the first publication that the program has not read.
    struct Unread: Equatable {
        let key: String
        let publication: UInt64
    }

    /// A value whose reading is awaited.
    private struct Awaited {
        let unread: Unread
        let since: MonotonicTime

        func isLate(at now: MonotonicTime) -> Bool { now - since >= AppliedProgress.patience }
    }

    /// A report for the daemon: the newest revision, and the values that are unread or refused.
    struct Report: Equatable {
        var revision: Int64
        var unread: [String]
        var refused: [RefusedValueRecord]
    }

    /// The newest revision whose values are published.
    private var received: Int64?
    private var awaited: [Awaited] = []
    private var reported: Report?
    /// Whether to report even if the report is equal to the last one.
    private var mustReport = false
    private var tokens = AppliedProgress.burst
    /// The time of the last refill.
    private var refilled: MonotonicTime?
    /// When to look at the cells again; nil if only an event can change the report.
    private(set) var nextLook: MonotonicTime?

    /// Notes that the values of a revision are published.
    ///
    /// A change in a world does not increase the revision, so the daemon can send one revision twice.
    mutating func receive(_ revision: Int64, at now: MonotonicTime) {
        received = revision
        mustReport = true
        nextLook = now
    }

    /// Notes that the program has refused a value.
    mutating func noteRefusal(at now: MonotonicTime) {
        if received != nil { nextLook = now }
    }

    /// Takes the unread and the refused values, and returns the report to send now, if there is one.
    mutating func look(_ unread: [Unread], _ refused: [RefusedValueRecord], at now: MonotonicTime) -> Report? {
        nextLook = nil
        guard let received else { return nil }
        let since = Dictionary(awaited.map { ($0.unread.key, $0) }) { first, _ in first }
        awaited = unread.map { value in
            let known = since[value.key].flatMap { $0.unread == value ? $0.since : nil }
            return Awaited(unread: value, since: known ?? now)
        }
        scheduleLook(at: now)
        guard awaited.allSatisfy({ $0.isLate(at: now) }) else { return nil }
        let report = Report(revision: received, unread: awaited.map(\.unread.key), refused: refused)
        guard mustReport || report != reported else { return nil }
        guard takeToken(at: now) else { return nil }
        (reported, mustReport) = (report, false)
        return report
    }

    private mutating func scheduleLook(at now: MonotonicTime) {
        // The report waits for each value that is not late; the oldest becomes late first.
        let fresh = awaited.lazy.filter { !$0.isLate(at: now) }.map(\.since).min()
        guard let since = fresh ?? awaited.lazy.map(\.since).max() else { return }
        let pause = min(max(AppliedProgress.firstPause, (now - since) / 8), AppliedProgress.longestPause)
        nextLook = fresh == nil ? now + pause : min(now + pause, since + AppliedProgress.patience)
    }

    /// Returns whether the program may report now; schedules the next look if not.
    private mutating func takeToken(at now: MonotonicTime) -> Bool {
        let start = refilled ?? now
        let count = Int((now - start) / AppliedProgress.interval)
        tokens = min(AppliedProgress.burst, tokens + count)
        let next = tokens == AppliedProgress.burst ? now : start + AppliedProgress.interval * count
        refilled = next
        guard tokens > 0 else {
            nextLook = min(nextLook ?? next + AppliedProgress.interval, next + AppliedProgress.interval)
            return false
        }
        tokens -= 1
        return true
    }
}
