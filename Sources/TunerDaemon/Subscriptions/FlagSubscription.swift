import FlagEngine
import JSONCore
import RPCCore
import StateCore

/// Who wants to be told what flags come to in a context, and what they were told last.
final class FlagSubscription: PatientSubscription, Subscriber {
    /// The client's name for it.
    let id: String
    /// Who is told.
    let peer: any Peer
    /// Of which flags; all, where none is named; none once the index has taken it out.
    var keys: Set<FlagKey>?
    /// Those who are told the same.
    let audience: FlagAudience
    let memory: Int
    private unowned let publisher: FlagPublisher
    /// What was done in this step and before was known when it began.
    let born: UInt64
    /// Through which revision the client was told everything.
    var told: Int64
    /// What is changed and not told yet: what the client was told last of it.
    var backlog: [FlagKey: ToldFlag] = [:]
    /// Bytes of memory that the backlog takes.
    var backlogMemory = 0
    /// When what is in the backlog was done last.
    var backlogTime = Moment(milliseconds: 0)
    /// When flags were evaluated last for this client whose rules look at the time, in seconds since 1970; others have no need.
    var times: [FlagKey: Int64] = [:]
    /// When all were evaluated first.
    let began: Int64
    /// The client is to read before it is told the backlog.
    var isSlow = false
    /// When it was last looked at for a key: an index gives each once.
    var stamp: UInt64 = 0
    /// It was ended, by the client or with its connection or its world.
    var isOver = false

    init(
        id: String,
        _ peer: any Peer,
        _ keys: Set<FlagKey>?,
        _ audience: FlagAudience,
        _ publisher: FlagPublisher,
        born: UInt64,
        told: Int64,
        began: Int64
    ) {
        self.id = id
        self.peer = peer
        self.keys = keys
        memory = FlagSubscription.memory(of: keys, audience.identity, audience.context)
        self.audience = audience
        self.publisher = publisher
        self.born = born
        self.told = told
        self.began = began
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

    func end() { publisher.end(self) }

    func tellBacklog() { publisher.tellSlow(self) }

    /// Whether a flag is wanted.
    func wants(_ key: FlagKey) -> Bool { keys?.contains(key) ?? true }
}

/// What a client was told that a flag comes to.
struct ToldFlag {
    let value: JSON?
    let variant: String?

    init(_ evaluation: Evaluation?) {
        value = evaluation?.value
        variant = evaluation?.variant
    }

    /// Bytes of memory that it takes among others.
    var memory: Int { 128 + (value?.memory ?? 0) + String.memory(ofBytes: variant?.utf8.count ?? 0) }

    /// Whether a client that was told this must be told of an evaluation.
    func differs(from other: ToldFlag) -> Bool {
        let hasSameVariant =
            switch (variant, other.variant) {
            case (nil, nil): true
            case (let name?, let otherName?): name.hasSameBytes(as: otherName)
            default: false
            }
        return !hasSameVariant || value != other.value
    }
}
