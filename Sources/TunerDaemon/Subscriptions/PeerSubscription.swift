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
    final var memory: Int
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

    /// Replaces the subscription by one in another world, which first receives the difference between the two worlds.
    func move(to world: String?, across difference: WorldDifference)

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
    case sync
}

/// The position of a subscription in its connection's backlog.
struct Lag {
    /// A world that a subscription has left, with the number of its last note from there.
    struct Departure: Equatable {
        let world: String?
        let number: Int
    }

    /// The number of the first note that the subscription has not received.
    var next: Int
    /// The number of the newest note for the subscription.
    var noted: Int
    /// The worlds that the subscription has left since the first note that it lacks, in order.
    private(set) var departures: [Departure] = []

    init(next: Int, noted: Int) {
        self.next = next
        self.noted = noted
    }

    /// Notes that later notes come from another world than those through `number`.
    mutating func depart(from world: String?, after number: Int) {
        guard number >= next, departures.last.map({ $0.number < number }) ?? true else { return }
        departures.append(Departure(world: world, number: number))
    }

    /// Notes that the subscription has received all notes through `number`.
    mutating func advance(through number: Int) {
        next = number + 1
        if !departures.isEmpty {
            departures.removeAll { $0.number <= number }
        }
    }

    /// Returns the missing numbers through `number` in order, with the world from which each range is seen.
    ///
    /// `world` is the world that the subscription is in now.
    func ranges(through number: Int, seenFrom world: String?) -> [(numbers: ClosedRange<Int>, world: String?)] {
        var ranges: [(ClosedRange<Int>, String?)] = []
        var first = next
        for departure in departures + [Departure(world: world, number: .max)] where first <= number {
            let last = min(departure.number, number)
            if first <= last {
                ranges.append((first...last, departure.world))
                first = last + 1
            }
        }
        return ranges
    }
}
