import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine

/// Who wants to be told of which keys, and what they were told last.
final class Subscription: PeerSubscription, LaggingSubscription, KeySubscriber {
    let rank = SubscriptionRank.tunables
    /// Of which keys; none once the index has taken it out.
    var interest: KeyInterest
    private unowned let publisher: Publisher
    /// How long after one notification the next may come.
    let interval: Duration?
    /// Through which revision the client was told everything.
    var sentRevision: Int64
    /// The search in the backlog that has begun.
    private var search: BatchSearch?
    /// When the next notification may be sent, where the client asked for a pause.
    var earliest: MonotonicTime?
    /// What delivers the backlog at the end of the pause.
    var timer: TimerHeap.ID?
    /// When it was last looked at for a key: an index gives each once.
    var stamp: UInt64 = 0
    /// How each of its notifications begins.
    let opening: [UInt8]

    init(
        id: String,
        _ peer: any Peer,
        _ interest: KeyInterest,
        _ publisher: Publisher,
        world: String?,
        interval: Duration?,
        createdAtStep: UInt64,
        sentRevision: Int64
    ) {
        self.interest = interest
        self.publisher = publisher
        self.interval = interval
        self.sentRevision = sentRevision
        var opening = ByteBuffer()
        opening.append(#"{"jsonrpc":"2.0","method":"tunables.changed","params":{"subscription":"#)
        opening.append(jsonString: id)
        opening.append(#","from":"#)
        self.opening = [UInt8](opening)
        super.init(id: id, peer, world: world, memory: Subscription.memory(of: interest), createdAtStep: createdAtStep)
    }

    /// Bytes of memory that a subscription takes.
    static func memory(of interest: KeyInterest) -> Int { 512 + interest.memory }

    func end() { publisher.end(self) }

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
        guard let found, !found.found.isEmpty else { return .done }
        publisher.write(found, for: self, to: &message)
        return .message
    }
}
