import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// Tells subscribers of the daemon itself when it is otherwise than they were told last.
///
/// Nothing is queued: whenever something may have changed, what each was told is held against what is. Who reads too slowly is
/// told when it has read.
final class ServerPublisher {
    private let states: StateVersions
    private let soft: SoftStateKeeper
    private let store: StateStore
    private let flagsFile: FlagsFile?
    private let deliveries: Deliveries
    private let loop: EventLoop
    private var subscriptions: [ObjectIdentifier: ServerSubscription] = [:]
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

    /// Tells of everything from now on.
    func add(_ subscription: ServerSubscription) {
        subscriptions[ObjectIdentifier(subscription)] = subscription
        deliveries.subscriptionCount += 1
        awaitStaleness()
    }

    /// Tells nothing more.
    func end(_ subscription: ServerSubscription) {
        guard subscriptions.removeValue(forKey: ObjectIdentifier(subscription)) != nil else { return }
        deliveries.subscriptionCount -= 1
        subscription.isOver = true
        if let session = subscription.peer.session as? Session {
            session.backlog?.forget(subscription)
            session.remove(subscription)
        }
        awaitStaleness()
    }

    /// Looks whether something is to be told that was no commit.
    func recheck() {
        guard !subscriptions.isEmpty else { return }
        // The answer of one that began in a later state is not out yet.
        publish { $0.born <= states.settledStep }
    }

    /// Looks whether commits have changed something that is to be told.
    func publish(_ publication: Publication) {
        guard !subscriptions.isEmpty, publication.commits.contains(where: \.mayTouchServer) else { return }
        // Who subscribed behind it has it in the answer.
        publish { $0.born < publication.step }
    }

    private func publish(where mayReceive: (ServerSubscription) -> Bool) {
        let facts = facts(of: states.committed)
        for subscription in subscriptions.values where mayReceive(subscription) {
            guard subscriptions.count <= ServerPublisher.mostAtOnce, subscription.lag == nil, !subscription.peer.isSlow
            else {
                if let session = subscription.peer.session as? Session {
                    session.backlog(of: subscription.peer, deliveries).note(for: subscription)
                }
                continue
            }
            if let message = message(for: subscription, facts) {
                // One that is gone ends with its connection.
                subscription.peer.send(message)
            }
        }
        deliveries.deliver()
        awaitStaleness()
    }

    /// So many subscriptions are notified in the turn of a commit.
    private static let mostAtOnce = 128

    /// Returns the notification that a subscription lacks, if there is one.
    func message(for subscription: ServerSubscription) -> ByteBuffer? {
        message(for: subscription, facts(of: states.committed))
    }

    private func message(for subscription: ServerSubscription, _ facts: ServerFacts) -> ByteBuffer? {
        guard var changes = facts.changes(since: subscription.told) else { return nil }
        subscription.told = facts
        changes.subscription = subscription.id
        var writer = JSONWriter()
        writer.beginNotification(API.Server.changed.name)
        do {
            try changes.write(to: &writer)
        } catch {
            preconditionFailure("nothing that is told of the daemon is a number without end")
        }
        writer.endObject()
        return writer.takeBytes()
    }

    /// Ends those that began in a state which will not be.
    func dropUnborn() {
        for subscription in subscriptions.values where subscription.born > states.settledStep {
            end(subscription)
        }
    }

    /// Sees that a layer which becomes stale is told of, as long as somebody wants to know.
    private func awaitStaleness() {
        if let staleness {
            loop.cancel(staleness)
        }
        staleness = nil
        guard !subscriptions.isEmpty else { return }
        let rests = states.committed.allLayers.compactMap { layer in
            LayerFortune(of: layer, soft.state, at: states.now).freshness
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
