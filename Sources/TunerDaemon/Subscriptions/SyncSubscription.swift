import JSONCore
import RPCCore

/// What somebody requests for a layer.
enum SyncRequest {
    case fetch
    case reset
}

/// A client's subscription to the requests for the layers that it fetches.
final class SyncSubscription: PeerSubscription, ComparingSubscription {
    let rank = SubscriptionRank.sync
    static let memoryOfEach = 1_024
    private unowned let publisher: SyncPublisher
    /// The layers that are requested and not sent yet, in the order of the requests; each once.
    private(set) var fetch: [String] = []
    private(set) var reset: [String] = []

    init(id: String, _ peer: any Peer, _ publisher: SyncPublisher, createdAtStep: UInt64) {
        self.publisher = publisher
        // Layers are equal in all worlds.
        super.init(id: id, peer, world: nil, memory: SyncSubscription.memoryOfEach, createdAtStep: createdAtStep)
    }

    /// Adds requests for layers.
    func request(_ kind: SyncRequest, _ layers: [String]) {
        switch kind {
        case .fetch: fetch += layers.filter { !fetch.contains($0) }
        case .reset: reset += layers.filter { !reset.contains($0) }
        }
    }

    /// Returns the requests, and forgets them.
    func takeRequests() -> (fetch: [String], reset: [String]) {
        defer { (fetch, reset) = ([], []) }
        return (fetch, reset)
    }

    func end() { publisher.remove(self) }

    func move(to _: String?, across _: WorldDifference) {}

    func takeNotification() -> ByteBuffer? { publisher.takeNotification(for: self) }
}
