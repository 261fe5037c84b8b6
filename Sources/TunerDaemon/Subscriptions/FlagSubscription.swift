import FlagEngine
import JSONCore
import RPCCore
import StateCore

/// Who wants to be told what flags come to in a context, and what they were told last.
final class FlagSubscription: PeerSubscription, LaggingSubscription {
    let rank = SubscriptionRank.flags
    /// Of which flags; all, where none is named; none once the index has taken it out.
    var keys: Set<FlagKey>?
    /// Those who are told the same.
    let audience: FlagAudience
    private unowned let publisher: FlagPublisher
    /// Through which revision the client was told everything.
    var sentRevision: Int64
    /// The search in the backlog that has begun.
    private var search: FlagSearch?
    /// When flags were evaluated last for this client whose rules look at the time, in seconds since 1970; others have no need.
    var times: [FlagKey: Int64] = [:]
    /// When all were evaluated first.
    let began: Int64
    /// When it was last looked at for a key: an index gives each once.
    var stamp: UInt64 = 0

    init(
        id: String,
        _ peer: any Peer,
        _ keys: Set<FlagKey>?,
        _ audience: FlagAudience,
        _ publisher: FlagPublisher,
        createdAtStep: UInt64,
        sentRevision: Int64,
        began: Int64
    ) {
        self.keys = keys
        self.audience = audience
        self.publisher = publisher
        self.sentRevision = sentRevision
        self.began = began
        let memory = FlagSubscription.memory(of: keys, audience.identity, audience.context)
        super.init(id: id, peer, world: audience.world, memory: memory, createdAtStep: createdAtStep)
    }

    /// Bytes of memory that a subscription takes.
    static func memory(
        of keys: Set<FlagKey>?,
        _ identity: FlagAudience.Identity,
        _ context: EvaluationContext
    ) -> Int {
        // When they were evaluated may be noted for each.
        let perKey = KeyInterest.memoryOfName + 32
        let ofKeys = (keys ?? []).reduce(0) { $0 + perKey + String.memory(ofBytes: $1.text.utf8.count) }
        return 1_024 + ofKeys + identity.given.utf8.count + context.given.memory
    }

    func end() { publisher.remove(self) }

    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep {
        guard let lag else { return .done }
        if search == nil {
            switch backlog.flags.fold(lag, through: number, seenFrom: world) {
            case .nothing: break
            case .unfinished: return .working
            case .whole(let batch): search = FlagSearch(batch, through: number)
            }
        }
        let isWhole = search?.advance(for: self, publisher) ?? true
        guard isWhole else { return .working }
        let found = search.take()
        backlog.moveOn(self, through: found?.through ?? number)
        guard let found, !found.notices.isEmpty else { return .done }
        let batch = found.batch
        let revision = max(sentRevision, batch.revision ?? sentRevision)
        message.append(contentsOf: self.message(found.notices, through: revision, batch.time, by: batch.actor))
        return .message
    }

    /// Returns the change of a flag for this client, if there is one; notes when it was evaluated, where that matters.
    func notice(of flag: FlagDifference, _ shared: SharedEvaluation, at now: Int64) -> FlagNotice? {
        let key = flag.key
        var notice = shared.notice
        let mayChange = (was: flag.old?.mayChangeWithTime == true, is: flag.new?.mayChangeWithTime == true)
        if mayChange.was {
            // The client was sent what the old rule gave then.
            let old = audience.evaluate(flag.old, at: times[key] ?? began)
            notice = FlagNotice(key, from: SentFlag(old), to: shared.evaluation)
        }
        if mayChange.is {
            times[key] = now
        } else if mayChange.was {
            times[key] = nil
        }
        return notice
    }

    /// Whether a flag is wanted.
    func wants(_ key: FlagKey) -> Bool { keys?.contains(key) ?? true }
}

/// What a client was told that a flag comes to.
struct SentFlag {
    let value: JSON?
    let variant: String?

    init(_ evaluation: Evaluation?) {
        value = evaluation?.value
        variant = evaluation?.variant
    }

    /// Bytes of memory that it takes among others.
    var memory: Int { 128 + (value?.memory ?? 0) + String.memory(ofBytes: variant?.utf8.count ?? 0) }

    /// Whether a client that was told this must be told of an evaluation.
    func differs(from other: SentFlag) -> Bool {
        let hasSameVariant =
            switch (variant, other.variant) {
            case (nil, nil): true
            case (let name?, let otherName?): name.hasSameBytes(as: otherName)
            default: false
            }
        return !hasSameVariant || value != other.value
    }
}
