import ClientCore
import JSONCore
import RPCCore
import TunerAPI

/// The flags that the rules of sources read: subscribes to them on each connection.
final class RuleFlags {
    /// Called with the values of flags; null for a flag without a value.
    var whenKnown: (JSONObject) -> Void = { _ in }
    /// Called with the reason if the daemon refuses the subscription.
    var whenRefused: (String) -> Void = { _ in }

    private let link: DaemonLink
    private var subscription: LinkSubscription<SubscribeFlagsParameters>?

    init(on link: DaemonLink) { self.link = link }

    /// Subscribes to other flags, which the daemon evaluates with a context.
    func subscribe(to keys: [String], in context: JSONObject) {
        let old = subscription?.parameters
        guard (old?.keys ?? []) != keys || old.map({ $0.context != context }) ?? false else { return }
        subscription?.leave(on: link)
        subscription = nil
        guard !keys.isEmpty else { return }
        var parameters = SubscribeFlagsParameters()
        (parameters.keys, parameters.context) = (keys, context)
        subscription = LinkSubscription(parameters)
        if link.isReady { subscribe() }
    }

    /// Handles an event of the link.
    func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .ready: subscribe()
        case .lost: subscription?.endConnection()
        case .notification(let method, let params):
            guard let changes = try? SubscribeFlagsParameters.changes(method, params, in: text),
                subscription?.handle(changes) == true
            else { return }
            whenKnown(JSONObject(changes.changes.map { ($0.key, $0.value ?? .null) }))
        case .connected, .unmatchedError: break
        }
    }

    private func subscribe() {
        guard let subscription else { return }
        subscription.subscribe(on: link) { [unowned self] result, _ in
            guard subscription === self.subscription else { return }
            switch result {
            case .success(let response):
                var values = JSONObject(subscription.parameters.keys?.map { ($0, .null) } ?? [])
                for flag in response.flags { values[flag.key] = flag.value ?? .null }
                whenKnown(values)
            case .failure(.refused(let error)): whenRefused(error.message)
            case .failure: break
            }
        }
    }
}

@available(*, unavailable)
extension RuleFlags: Sendable {}
