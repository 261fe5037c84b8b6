import RPCCore
import StateCore
import SystemCore

/// The publishers of tunables, flags, stews and the daemon itself, in the order in which a client receives their notifications.
final class Publishers {
    let deliveries: Deliveries
    let tunables: Publisher
    let flags: FlagPublisher
    let stews: StewPublisher
    let server: ServerPublisher

    init(
        _ states: StateVersions,
        _ soft: SoftStateKeeper,
        _ store: StateStore,
        _ flagsFile: FlagsFile?,
        on loop: EventLoop
    ) {
        deliveries = Deliveries(on: loop)
        tunables = Publisher(states, deliveries, on: loop)
        flags = FlagPublisher(states, deliveries, on: loop)
        stews = StewPublisher(states, soft, deliveries, on: loop)
        server = ServerPublisher(states, soft, store, flagsFile, deliveries, on: loop)
    }

    /// Whether anybody subscribes anything: most daemons have no subscriber most of the time, and a commit costs nothing here.
    var haveSubscribers: Bool { deliveries.subscriptionCount > 0 }

    /// Whether the members of worlds are to be notified, who see the difference from the state before.
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

    /// Ends the subscriptions that began in a state which will never be committed.
    func dropUnborn() {
        tunables.dropUnborn()
        flags.dropUnborn()
        stews.dropUnborn()
        server.dropUnborn()
    }

    func endTurn() { deliveries.endTurn() }
}
