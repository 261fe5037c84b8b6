import JSONCore
import LoopCore
import RPCCore
import TunerAPI

/// Passes requests for layers on to the programs that fetch the layers.
///
/// Requests for one layer merge: a program that reads slowly receives each of them once.
final class SyncPublisher: SubscriptionPublisher {
    let states: StateVersions
    let deliveries: Deliveries
    private let sources: SyncSources
    var shared = SubscriberSet<SyncSubscription>()
    var inWorlds: [String: SubscriberSet<SyncSubscription>] = [:]
    private(set) lazy var indexing = IncrementalTask(on: loop) { [unowned self] in index() }
    private let loop: EventLoop

    init(_ states: StateVersions, _ sources: SyncSources, _ deliveries: Deliveries, on loop: EventLoop) {
        self.states = states
        self.sources = sources
        self.deliveries = deliveries
        self.loop = loop
    }

    /// Requests something for layers; returns the layers whose programs receive the request.
    func request(_ kind: SyncRequest, _ layers: [String]) -> [String] {
        var requested: Set<String> = []
        for subscription in shared.all {
            guard let session = subscription.peer.session as? Session else { continue }
            let own = sources.layers(of: session, among: layers)
            subscription.request(kind, own)
            requested.formUnion(own)
        }
        notify(shared, where: { _ in true }, message)
        deliveries.deliver()
        return layers.filter(requested.contains)
    }

    /// Returns the notification that a subscription lacks; returns nil if there is no request.
    func takeNotification(for subscription: SyncSubscription) -> ByteBuffer? { message(for: subscription) }

    private func message(for subscription: SyncSubscription) -> ByteBuffer? {
        let (fetch, reset) = subscription.takeRequests()
        guard !fetch.isEmpty || !reset.isEmpty else { return nil }
        var parameters = SyncRequestedParameters()
        parameters.subscription = subscription.id
        parameters.fetch = fetch.isEmpty ? nil : fetch
        parameters.reset = reset.isEmpty ? nil : reset
        var writer = JSONWriter()
        writer.beginNotification(API.Sync.requested.name)
        do {
            try parameters.write(to: &writer)
        } catch {
            preconditionFailure("names of layers hold no infinite number")
        }
        writer.endObject()
        return writer.takeBytes()
    }
}
