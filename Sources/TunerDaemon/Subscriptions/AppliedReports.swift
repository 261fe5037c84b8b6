import LoopCore
import RPCCore
import SystemCore

/// The reports of all subscribers: their number, their delays, and the notification of new ones.
final class AppliedReports {
    /// The delays between the publication of a revision and the first report of each subscriber, in nanoseconds.
    private(set) var delays = Histogram()
    /// The number of measured reports, and the sum of their delays.
    private(set) var delayCount: UInt64 = 0
    private(set) var totalDelay = Duration.zero
    /// The number of reports, and of subscriptions with reports that have begun or ended.
    private(set) var changes: UInt64 = 0
    /// The number of subscriptions whose clients report.
    private var reporterCount = 0
    private var publications = PublicationTimes()
    private var willNotify = false
    private let loop: EventLoop
    /// Whether anybody may want ``onChange``, which costs a turn.
    var isFollowed: () -> Bool = { false }
    /// Called in the turn after one or more changes.
    var onChange: () -> Void = {}

    init(on loop: EventLoop) { self.loop = loop }

    /// Notes that a commit is being published.
    func notePublication(of revision: Int64) {
        guard reporterCount > 0 else { return }
        publications.note(revision, at: loop.now)
    }

    /// Notes that a subscription whose client reports has begun.
    func noteBegin() {
        reporterCount += 1
        noteChange()
    }

    /// Notes that a subscription whose client reports has ended.
    func noteEnd() {
        reporterCount -= 1
        noteChange()
    }

    /// Records and returns the delay of a subscription's first report of a revision; nil without a publication time.
    func takeDelay(of revision: Int64) -> Duration? {
        guard let time = publications.time(of: revision) else { return nil }
        let delay = loop.now - time
        delays.add(UInt64(clamping: delay.saturatedNanoseconds))
        delayCount += 1
        totalDelay += delay
        return delay
    }

    /// Notifies the subscribers of the daemon in the next turn, once for all changes of this turn.
    func noteChange() {
        changes += 1
        guard !willNotify, isFollowed() else { return }
        willNotify = true
        loop.nextTurn { [unowned self] in
            willNotify = false
            onChange()
        }
    }
}
