import FlagEngine
import JSONCore
import RPCCore
import StateCore

/// A client's subscription to the results of flags in a context.
final class FlagSubscription: PeerSubscription, LaggingSubscription {
    let rank = SubscriptionRank.flags
    /// The keys of the flags; nil means all flags.
    ///
    /// The set is empty after the index has removed the subscription.
    var keys: Set<FlagKey>?
    /// The subscriptions with the same context and world.
    let audience: FlagAudience
    private unowned let publisher: FlagPublisher
    /// The revision through which the client has received all changes.
    var sentRevision: Int64
    /// The unfinished search in the backlog.
    private var search: FlagSearch?
    /// The time of the last evaluation of each time-dependent flag, in seconds since 1970.
    ///
    /// Flags that do not depend on the time have no entry.
    var times: [FlagKey: Int64] = [:]
    /// The time of the first evaluation of all flags, in seconds since 1970.
    let began: Int64
    /// The stamp of the last lookup that found the subscription; an index uses it to return each subscription once.
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

    /// Creates the continuation of a subscription for an audience in another world.
    convenience init(_ subscription: FlagSubscription, for audience: FlagAudience) {
        self.init(
            id: subscription.id,
            subscription.peer,
            subscription.keys,
            audience,
            subscription.publisher,
            createdAtStep: subscription.createdAtStep,
            sentRevision: subscription.sentRevision,
            began: subscription.began
        )
        search = subscription.search.take()
        times = subscription.times
    }

    /// Returns the bytes of memory that a subscription uses.
    static func memory(
        of keys: Set<FlagKey>?,
        _ identity: FlagAudience.Identity,
        _ context: EvaluationContext
    ) -> Int {
        // Includes an entry of `times` for each key.
        let perKey = KeyInterest.memoryOfName + 32
        let ofKeys = (keys ?? []).reduce(0) { $0 + perKey + String.memory(ofBytes: $1.text.utf8.count) }
        return 1_024 + ofKeys + identity.given.utf8.count + context.given.memory
    }

    func end() { publisher.remove(self) }

    func move(to world: String?, across difference: WorldDifference) {
        let audience = publisher.audience(audience.identity.moved(to: world), audience.context)
        let successor = FlagSubscription(self, for: audience)
        publisher.replace(self, by: successor)
        publisher.note(difference.flags, for: successor)
    }

    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep {
        guard let lag else { return .done }
        if search == nil {
            switch backlog.flags.fold(lag, through: number, seenFrom: world) {
            case .nothing: break
            case .unfinished: return .working
            case .whole(let batch): search = FlagSearch(batch, through: number, for: self)
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

    /// Returns the change of a flag's result for this client, or nil; stores the time of the evaluation if the result
    /// depends on it.
    func notice(of flag: FlagDifference, _ shared: SharedEvaluation, at now: Int64) -> FlagNotice? {
        let key = flag.key
        var notice = shared.notice
        let mayChange = shared.mayChange
        if mayChange.was {
            // The client has the result of the old rule at the time of its last evaluation.
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

    /// Returns whether the subscription includes a flag.
    func wants(_ key: FlagKey) -> Bool { keys?.contains(key) ?? true }
}

/// The value and the variant of a flag that a client received last.
struct SentFlag {
    let value: JSON?
    let variant: String?

    init(_ evaluation: Evaluation?) {
        value = evaluation?.value
        variant = evaluation?.variant
    }

    /// The bytes of memory that the result uses as an element of a collection.
    var memory: Int { 128 + (value?.memory ?? 0) + String.memory(ofBytes: variant?.utf8.count ?? 0) }

    /// Returns whether the value or the variant differs, so that the client needs a notification.
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
