import JSONCore
import RPCCore

/// What every subscription of a connection has, whatever it subscribes.
class PeerSubscription: Subscriber {
    /// The client's name for it.
    final let id: String
    /// The subscriber.
    final let peer: any Peer
    /// The world that it sees; none outside of worlds.
    final let world: String?
    /// Bytes of memory that it takes, the changes it has not received not counted.
    final let memory: Int
    /// The last step that the client knew when it subscribed.
    final let createdAtStep: UInt64
    /// Where it is in its connection's backlog; nil while it has received everything.
    final var lag: Lag?
    /// It was ended, by the client or with its connection or its world.
    final var isOver = false

    init(id: String, _ peer: any Peer, world: String?, memory: Int, createdAtStep: UInt64) {
        self.id = id
        self.peer = peer
        self.world = world
        self.memory = memory
        self.createdAtStep = createdAtStep
    }
}

/// A subscription that may lag: changes wait in its connection's backlog until it receives them.
protocol LaggingSubscription: PeerSubscription {
    /// What is sent first of what one commit causes.
    var rank: SubscriptionRank { get }
    /// Whether the client asked for a pause that has not ended.
    var isPausing: Bool { get }

    /// Ends it: nothing more is sent for it.
    func end()

    /// Sees that the backlog is delivered when the pause has ended.
    func awaitPauseEnd()

    /// Does a bounded part of the work for the next notification, of the backlog's changes through a number; appends the
    /// notification when it is whole.
    ///
    /// Returns `done` when the subscription has received everything, without or with a notification before.
    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep
}

extension LaggingSubscription {
    var isPausing: Bool { false }

    func awaitPauseEnd() {}

    /// Whether it cannot be notified at once.
    var mustLag: Bool { lag != nil || peer.isSlow || isPausing }
}

/// A subscription for which no changes are kept: what its client received last is compared with what there is now.
protocol ComparingSubscription: LaggingSubscription {
    /// Returns the notification that the client lacks, if there is one, and takes it for sent.
    func takeNotification() -> ByteBuffer?
}

extension ComparingSubscription {
    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep {
        backlog.moveOn(self, through: number)
        guard let notification = takeNotification() else { return .done }
        message.append(contentsOf: notification)
        return .message
    }
}

/// The order in which the notifications of one commit are sent to a connection.
enum SubscriptionRank: Int, CaseIterable {
    case tunables
    case flags
    case stew
    case server
}

/// The place of a subscription in its connection's backlog.
struct Lag {
    /// The number of the first change it has not received.
    var next: Int
    /// The number of the last change that was noted for it.
    var noted: Int
}
