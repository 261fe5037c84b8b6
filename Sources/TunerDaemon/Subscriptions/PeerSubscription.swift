import JSONCore
import RPCCore

/// The common part of all subscriptions of a connection.
class PeerSubscription: Subscriber {
    /// The name that the daemon gave the subscription, unique in its connection.
    final let id: String
    final let peer: any Peer
    /// The world whose values the subscription shows; nil outside of worlds.
    final let world: String?
    /// The bytes of memory that the subscription uses, without the changes in the backlog.
    final let memory: Int
    /// The last step whose changes the client received in the response to its subscribe request.
    final let createdAtStep: UInt64
    /// The position in the connection's backlog; nil if the client has received everything.
    final var lag: Lag?
    /// Whether the subscription was ended by the client, with its connection or with its world.
    final var isOver = false

    init(id: String, _ peer: any Peer, world: String?, memory: Int, createdAtStep: UInt64) {
        self.id = id
        self.peer = peer
        self.world = world
        self.memory = memory
        self.createdAtStep = createdAtStep
    }
}

/// A subscription that may lag: its changes wait in the connection's backlog.
protocol LaggingSubscription: PeerSubscription {
    /// The position in the order in which a connection receives the notifications of one commit.
    var rank: SubscriptionRank { get }
    /// Whether the client requested a pause between notifications and the pause has not ended.
    var isPausing: Bool { get }

    /// Ends the subscription; the client receives no more notifications.
    func end()

    /// Schedules the delivery of the backlog for the end of the pause.
    func awaitPauseEnd()

    /// Does a bounded part of the work for the next notification, which covers the backlog through `number`.
    ///
    /// The method appends the notification to `message` when the notification is complete. It returns `done` if the
    /// subscription has no further work in this delivery.
    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep
}

extension LaggingSubscription {
    var isPausing: Bool { false }

    func awaitPauseEnd() {}

    /// Whether changes must go to the backlog because the client cannot receive them now.
    var mustLag: Bool { lag != nil || peer.isSlow || isPausing }
}

/// A subscription without queued changes: its publisher compares the current values with the values that the client
/// has.
protocol ComparingSubscription: LaggingSubscription {
    /// Returns the notification that the client lacks, and stores its values as sent; returns nil if nothing has
    /// changed.
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

/// The position of a subscription in its connection's backlog.
struct Lag {
    /// The number of the first note that the subscription has not received.
    var next: Int
    /// The number of the newest note for the subscription.
    var noted: Int
}
