import JSONCore
import RPCCore

/// A subscription of a connection: it has a name there, counts with the others, and ends with the connection.
protocol PeerSubscription: AnyObject {
    /// The client's name for it.
    var id: String { get }
    /// The subscriber.
    var peer: any Peer { get }
    /// Bytes of memory that it takes, the changes it has not received not counted.
    var memory: Int { get }
    /// Ends it: nothing more is sent for it.
    func end()
}

/// A subscription that may lag: changes wait in its connection's backlog until it receives them.
protocol LaggingSubscription: PeerSubscription {
    /// Where it is in the backlog; nil while it has received everything.
    var lag: Lag? { get set }
    /// What is sent first of what one commit causes.
    var rank: SubscriptionRank { get }
    var isOver: Bool { get }
    /// Whether the client asked for a pause that has not ended.
    var isPausing: Bool { get }

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
