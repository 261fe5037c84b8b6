import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine
import TunerAPI

/// A client's subscription to the values of keys.
final class TunableSubscription: PeerSubscription, LaggingSubscription, KeySubscriber {
    let rank = SubscriptionRank.tunables
    /// The keys and patterns; empty after the index has removed the subscription.
    var interest: KeyInterest
    private unowned let publisher: TunablePublisher
    /// The shortest time between two notifications, if the client requested one.
    let interval: Duration?
    /// The revision through which the client has received all changes.
    var sentRevision: Int64
    /// The newest revision whose first report was measured, with its delay.
    ///
    /// At first, that is the revision of the response to the subscribe request, or of the move to this world, without a
    /// delay.
    var measured: (revision: Int64, delay: Duration?)
    /// Whether the client reports what it has applied.
    let reports: Bool
    /// The last report of the client; a move to a world with other values drops it.
    private(set) var report: AppliedReport?
    /// Whether the client has received other values of a world since its last report: such a change has no revision.
    private(set) var needsReport = false
    /// The unfinished search in the backlog.
    private var search: BatchSearch?
    /// The earliest time of the next notification, if the client requested pauses.
    var earliest: MonotonicTime?
    /// The timer that delivers the backlog at the end of the pause.
    var timer: TimerHeap.ID?
    /// The stamp of the last lookup that found the subscription; an index uses it to return each subscription once.
    var stamp: UInt64 = 0
    /// The start of each notification's text, up to the first revision.
    let opening: [UInt8]

    init(
        id: String,
        _ peer: any Peer,
        _ interest: KeyInterest,
        _ publisher: TunablePublisher,
        world: String?,
        interval: Duration?,
        createdAtStep: UInt64,
        sentRevision: Int64,
        reports: Bool
    ) {
        self.interest = interest
        self.publisher = publisher
        self.interval = interval
        self.sentRevision = sentRevision
        measured = (sentRevision, nil)
        self.reports = reports
        var opening = JSONWriter()
        opening.beginChanges(API.Tunables.changed.name, of: id)
        self.opening = [UInt8](opening.bytes)
        super.init(
            id: id,
            peer,
            world: world,
            memory: TunableSubscription.memory(of: interest),
            createdAtStep: createdAtStep
        )
    }

    /// Creates the continuation of a subscription in another world.
    private convenience init(_ subscription: TunableSubscription, in world: String?) {
        self.init(
            id: subscription.id,
            subscription.peer,
            subscription.interest,
            subscription.publisher,
            world: world,
            interval: subscription.interval,
            createdAtStep: subscription.createdAtStep,
            sentRevision: subscription.sentRevision,
            reports: subscription.reports
        )
        search = subscription.search.take()
        earliest = subscription.earliest
    }

    /// Returns the bytes of memory that a subscription uses.
    static func memory(of interest: KeyInterest) -> Int { 512 + interest.memory }

    /// Stores a report of the client; throws if it would exceed a memory limit.
    func store(_ report: AppliedReport, _ quota: SubscriptionQuota) throws(RPCError) {
        let growth = report.memory - (self.report?.memory ?? 0)
        try (peer.session as? Session)?.resize(self, by: growth, quota)
        self.report = report
        needsReport = false
    }

    /// Notes that a notification was sent.
    func noteSent(through revision: Int64) {
        sentRevision = revision
        if world != nil { needsReport = true }
    }

    func end() { publisher.end(self) }

    func move(to world: String?, across difference: WorldDifference) {
        let successor = TunableSubscription(self, in: world)
        if !difference.values.items.contains(where: { interest.wants($0.key) }) {
            (successor.report, successor.needsReport) = (report, needsReport)
            successor.memory = memory
        }
        publisher.replace(self, by: successor, difference)
    }

    var isPausing: Bool { earliest != nil && publisher.isPausing(self) }

    func awaitPauseEnd() { publisher.awaitPauseEnd(of: self) }

    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep {
        guard let lag else { return .done }
        if search == nil {
            switch backlog.values.fold(lag, through: number, seenFrom: world) {
            case .nothing: break
            case .unfinished: return .working
            case .whole(let batch): search = BatchSearch(batch, through: number)
            }
        }
        let isWhole = search?.advance(interest) ?? true
        guard isWhole else { return .working }
        let found = search.take()
        backlog.moveOn(self, through: found?.through ?? number)
        if reports, self.lag == nil { publisher.noteCaughtUp() }
        guard let found, !found.found.isEmpty else { return .done }
        publisher.write(found, for: self, to: &message)
        return .message
    }
}
