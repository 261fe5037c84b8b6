import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// Notifies the subscribers of the daemon itself when its facts change.
///
/// Nothing is queued. The publisher compares the current facts with the facts that each client received last. A client
/// that reads too slowly receives the newest facts when it has read.
final class ServerPublisher: SubscriptionPublisher {
    let states: StateVersions
    private let soft: SoftStateStore
    private let store: StateStore
    private let flagsFile: FlagsFile?
    private let sources: SyncSources
    private let jobs: Jobs
    private let applied: AppliedReports
    let deliveries: Deliveries
    private let loop: EventLoop
    var shared = SubscriberSet<ServerSubscription>()
    var inWorlds: [String: SubscriberSet<ServerSubscription>] = [:]
    private(set) lazy var indexing = IncrementalTask(on: loop) { [unowned self] in index() }
    /// The revision of the last commit that changed a declaration of a tunable since the daemon started.
    private var declarationRevision: Int64 = 0
    /// The number of times that connections have joined or left worlds.
    private var worldMoves: UInt64 = 0
    /// The timer that rechecks the facts when the next layer becomes stale.
    private var staleness: TimerHeap.ID?

    /// The longest wait in seconds.
    ///
    /// It is short because the system clock may be set during the wait.
    private static let longestWait = 60.0

    init(
        _ states: StateVersions,
        _ soft: SoftStateStore,
        _ store: StateStore,
        _ flagsFile: FlagsFile?,
        _ sources: SyncSources,
        _ jobs: Jobs,
        _ applied: AppliedReports,
        _ deliveries: Deliveries,
        on loop: EventLoop
    ) {
        self.states = states
        self.soft = soft
        self.store = store
        self.flagsFile = flagsFile
        self.sources = sources
        self.jobs = jobs
        self.applied = applied
        self.deliveries = deliveries
        self.loop = loop
    }

    /// Returns the facts in the state that a caller sees.
    func facts(for caller: Caller) -> ServerFacts {
        facts(of: states.state(for: caller), flagsVersion: states.flagsVersion(for: caller))
    }

    private var committedFacts: ServerFacts { facts(of: states.committed, flagsVersion: states.flagsVersion) }

    private func facts(of state: State, flagsVersion: String) -> ServerFacts {
        ServerFacts(
            state,
            flagsVersion: flagsVersion,
            declarationRevision: declarationRevision,
            worldMoves: worldMoves,
            sources,
            jobs,
            applied,
            soft.state,
            trouble: store.trouble,
            flagsFile,
            at: states.now
        )
    }

    /// Adds a subscription and starts to watch for layers that become stale.
    func begin(_ subscription: ServerSubscription) {
        add(subscription)
        awaitStaleness()
    }

    /// Notifies subscribers of facts that changed without a commit.
    func recheck() {
        // A subscription that was created in a pending step has not received its response yet.
        notify { $0.createdAtStep <= states.settledStep }
    }

    /// Notifies subscribers that connections have joined or left worlds.
    func noteWorldMoves() {
        worldMoves += 1
        recheck()
    }

    func publish(_ publication: Publication) {
        if let commit = publication.commits.last(where: \.changesDeclarations) {
            declarationRevision = commit.revision
        }
        guard
            !publication.flagChangeSets.isEmpty || !publication.endedWorlds.isEmpty
                || publication.commits.contains(where: \.mayTouchServer)
        else { return }
        notify { $0.createdAtStep < publication.step }
    }

    private func notify(where mayReceive: (ServerSubscription) -> Bool) {
        guard !shared.isEmpty else { return }
        let facts = committedFacts
        notify(shared, where: mayReceive) { message(for: $0, facts) }
        deliveries.deliver()
        awaitStaleness()
    }

    /// Returns the notification that a subscription lacks, and stores its facts as sent; returns nil if nothing has
    /// changed.
    func takeNotification(for subscription: ServerSubscription) -> ByteBuffer? {
        message(for: subscription, committedFacts)
    }

    private func message(for subscription: ServerSubscription, _ facts: ServerFacts) -> ByteBuffer? {
        let facts = subscription.includesApplied ? facts : facts.withoutApplied
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

    /// Schedules a recheck for the moment when the next layer becomes stale, if there are subscribers.
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
        // A layer becomes stale only after this time, so add one millisecond.
        let wait = Duration.seconds(min(rest, ServerPublisher.longestWait)) + .milliseconds(1)
        staleness = loop.schedule(after: wait) { [unowned self] in
            staleness = nil
            recheck()
        }
    }
}

extension Commit {
    /// Whether the commit may have changed the limits on keys, the layers, the declarations of tunables, or the tries.
    fileprivate var mayTouchServer: Bool {
        !isPlain
            && edits.contains { edit in
                switch edit {
                case .layer, .activation, .killSwitch, .killSwitchEntry, .declaration, .beginTry, .endTry: true
                case .local, .definition, .flagDeclaration, .override, .undone, .redone: false
                }
            }
    }

    fileprivate var changesDeclarations: Bool {
        !isPlain
            && edits.contains { edit in
                if case .declaration = edit { true } else { false }
            }
    }
}
