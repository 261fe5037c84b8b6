import JSONCore
import RPCCore

/// A client's subscription to the facts of the daemon itself.
final class ServerSubscription: PeerSubscription, ComparingSubscription {
    let rank = SubscriptionRank.server
    static let memoryOfEach = 1_024
    private unowned let publisher: ServerPublisher
    /// Whether the client receives a notification when a subscriber reports.
    let includesApplied: Bool
    /// The facts that the client received last.
    var sentFacts: ServerFacts

    init(
        id: String,
        _ peer: any Peer,
        _ publisher: ServerPublisher,
        includesApplied: Bool,
        createdAtStep: UInt64,
        sentFacts: ServerFacts
    ) {
        self.publisher = publisher
        self.includesApplied = includesApplied
        self.sentFacts = includesApplied ? sentFacts : sentFacts.withoutApplied
        // The facts of the daemon are equal in all worlds.
        super.init(id: id, peer, world: nil, memory: ServerSubscription.memoryOfEach, createdAtStep: createdAtStep)
    }

    func end() { publisher.remove(self) }

    func move(to _: String?, across _: WorldDifference) {}

    func takeNotification() -> ByteBuffer? { publisher.takeNotification(for: self) }
}
