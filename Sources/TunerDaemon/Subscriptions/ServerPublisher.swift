import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// Tells subscribers of the daemon itself when it is otherwise than they were told last.
///
/// Nothing is queued: whenever something may have changed, what each was told is held against what is. Who reads too slowly is
/// told when it has read.
final class ServerPublisher: SubscriptionPublisher {
    let states: StateVersions
    private let soft: SoftStateKeeper
    private let store: StateStore
    private let flagsFile: FlagsFile?
    let deliveries: Deliveries
    private let loop: EventLoop
    var shared = SubscriberSet<ServerSubscription>()
    var inWorlds: [String: SubscriberSet<ServerSubscription>] = [:]
    private(set) lazy var indexing = PieceWork(on: loop) { [unowned self] in index() }
    /// What looks again when a layer becomes stale.
    private var staleness: TimerHeap.ID?

    /// A wait is bounded, for the calendar may be set anew meanwhile.
    private static let longestWait = 60.0

    init(
        _ states: StateVersions,
        _ soft: SoftStateKeeper,
        _ store: StateStore,
        _ flagsFile: FlagsFile?,
        _ deliveries: Deliveries,
        on loop: EventLoop
    ) {
        self.states = states
        self.soft = soft
        self.store = store
        self.flagsFile = flagsFile
        self.deliveries = deliveries
        self.loop = loop
    }

    /// What there is to be told in a state.
    func facts(of state: State) -> ServerFacts {
        ServerFacts(state, soft.state, trouble: store.trouble, flagsFile, at: states.now)
    }

    /// Notifies a subscription of everything from now on.
    func begin(_ subscription: ServerSubscription) {
        add(subscription)
        awaitStaleness()
    }

    /// Notifies subscribers of what has changed without a commit.
    func recheck() {
        // The answer of one that began in a later state is not out yet.
        notify { $0.createdAtStep <= states.settledStep }
    }

    func publish(_ publication: Publication) {
        guard publication.commits.contains(where: \.mayTouchServer) else { return }
        notify { $0.createdAtStep < publication.step }
    }

    private func notify(where mayReceive: (ServerSubscription) -> Bool) {
        guard !shared.isEmpty else { return }
        let facts = facts(of: states.committed)
        notify(shared, where: mayReceive) { message(for: $0, facts) }
        deliveries.deliver()
        awaitStaleness()
    }

    /// Returns the notification that a subscription lacks, if there is one.
    func takeNotification(for subscription: ServerSubscription) -> ByteBuffer? {
        message(for: subscription, facts(of: states.committed))
    }

    private func message(for subscription: ServerSubscription, _ facts: ServerFacts) -> ByteBuffer? {
        guard var changes = facts.changes(since: subscription.sentFacts) else { return nil }
        subscription.sentFacts = facts
        changes.subscription = subscription.id
        var writer = JSONWriter()
        writer.beginNotification(API.Server.changed.name)
        do {
            try changes.write(to: &writer)
        } catch {
            preconditionFailure("the facts of the daemon hold no infinite number")
        }
        writer.endObject()
        return writer.takeBytes()
    }

    /// Sees that a layer which becomes stale is told of, as long as somebody wants to know.
    private func awaitStaleness() {
        if let staleness {
            loop.cancel(staleness)
        }
        staleness = nil
        guard !shared.isEmpty else { return }
        let rests = states.committed.allLayers.compactMap { layer in
            LayerHealth(of: layer, soft.state, at: states.now).freshness
        }
        guard let rest = rests.min() else { return }
        // It is stale when that time is over, not when it is up.
        let wait = Duration.seconds(min(rest, ServerPublisher.longestWait)) + .milliseconds(1)
        staleness = loop.schedule(after: wait) { [unowned self] in
            staleness = nil
            recheck()
        }
    }
}

extension Commit {
    /// Whether it may have changed who limits keys, or which layers there are.
    fileprivate var mayTouchServer: Bool {
        !isPlain
            && edits.contains { edit in
                switch edit {
                case .layer, .activation, .limits, .limit: true
                case .local, .declaration, .definition, .forced, .undone, .redone: false
                }
            }
    }
}
