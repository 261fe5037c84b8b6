import JSONCore
import RPCCore

/// Who wants to be told how the daemon is, and what they were told last.
final class ServerSubscription: PeerSubscription, ComparingSubscription {
    let rank = SubscriptionRank.server
    /// Bytes of memory that a subscription takes.
    static let memoryOfEach = 1_024
    private unowned let publisher: ServerPublisher
    /// What the client believes.
    var sentFacts: ServerFacts

    init(id: String, _ peer: any Peer, _ publisher: ServerPublisher, createdAtStep: UInt64, sentFacts: ServerFacts) {
        self.publisher = publisher
        self.sentFacts = sentFacts
        // The daemon is the same in every world.
        super.init(id: id, peer, world: nil, memory: ServerSubscription.memoryOfEach, createdAtStep: createdAtStep)
    }

    func end() { publisher.remove(self) }

    func takeNotification() -> ByteBuffer? { publisher.takeNotification(for: self) }
}
