import LoopCore
import RPCCore
import StateCore
import SystemCore

/// The publishers of all subscription kinds, in the order in which a client receives their notifications.
final class Publishers {
    private let states: StateVersions
    let deliveries: Deliveries
    let applied: AppliedReports
    let tunables: TunablePublisher
    let flags: FlagPublisher
    let stews: StewPublisher
    let server: ServerPublisher
    let sync: SyncPublisher

    init(
        _ states: StateVersions,
        _ soft: SoftStateStore,
        _ store: StateStore,
        _ flagsFile: FlagsFile?,
        _ sources: SyncSources,
        _ jobs: Jobs,
        on loop: EventLoop
    ) {
        self.states = states
        deliveries = Deliveries(on: loop)
        applied = AppliedReports(on: loop)
        tunables = TunablePublisher(states, deliveries, applied, on: loop)
        flags = FlagPublisher(states, deliveries, on: loop)
        stews = StewPublisher(states, soft, deliveries, on: loop)
        server = ServerPublisher(states, soft, store, flagsFile, sources, jobs, applied, deliveries, on: loop)
        sync = SyncPublisher(states, sources, deliveries, on: loop)
        applied.isFollowed = { [server] in server.hasSubscribers }
        applied.onChange = { [server] in server.recheck() }
    }

    /// Whether any client has a subscription.
    ///
    /// Most daemons have none most of the time. Then a commit skips all publishing.
    var haveSubscribers: Bool { deliveries.subscriptionCount > 0 }

    /// Whether publishing needs the state before the commit, because worlds' members receive the difference.
    var needStateBefore: Bool { !tunables.inWorlds.isEmpty }

    func publish(_ publication: Publication, before: State?) {
        if tunables.hasSubscribers {
            tunables.publish(publication, before: before)
        }
        if flags.hasSubscribers {
            flags.publish(publication)
        }
        if stews.hasSubscribers {
            stews.publish(publication)
        }
        deliveries.deliver()
        if server.hasSubscribers {
            server.publish(publication)
        }
    }

    /// Moves the subscriptions of a connection to a world, or out of all worlds, and sends each the difference.
    func move(_ peer: any Peer, to world: String?) {
        guard haveSubscribers, let session = peer.session as? Session else { return }
        // All subscriptions of a connection come from one world, unless a response of the connection waits.
        var differences: [String?: WorldDifference] = [:]
        for subscription in session.allSubscriptions where subscription.world != world {
            let old = subscription.world
            let difference =
                differences[old] ?? WorldDifference(in: states.committed, from: old, to: world, at: states.now)
            differences[old] = difference
            subscription.move(to: world, across: difference)
        }
        deliveries.deliver()
    }

    /// Ends the subscriptions that were created in a state that will never be committed.
    func dropUncommitted() {
        tunables.dropUncommitted()
        flags.dropUncommitted()
        stews.dropUncommitted()
        server.dropUncommitted()
        sync.dropUncommitted()
    }

    func endTurn() { deliveries.endTurn() }
}
