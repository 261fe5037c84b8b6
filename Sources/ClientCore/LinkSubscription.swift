import JSONCore
package import TunerAPI

/// A subscription on a link, which the caller starts again on each new connection.
package final class LinkSubscription<Parameters: SubscriptionParameters> {
    private var subscription: Subscription<Parameters>
    /// Whether the caller no longer wants notifications.
    private var isLeft = false

    /// Creates a subscription, without a request.
    package init(_ parameters: Parameters) {
        subscription = Subscription(parameters)
    }

    /// The wanted parameters, which the next request sends.
    package var parameters: Parameters {
        get { subscription.parameters }
        set { subscription.parameters = newValue }
    }

    /// Whether the wanted keys differ from the keys requested on this connection.
    package var isDue: Bool { subscription.isDue }

    /// Requests the subscription, or its replacement; requests only later changes, if the daemon keeps a history.
    ///
    /// `handle` receives the result, or the failure, and the parameters of the request. `adapt` can replace parameters
    /// that the daemon would refuse by others that include the same keys.
    package func subscribe(
        on link: DaemonLink,
        adapting adapt: (Parameters) -> Parameters = { $0 },
        _ handle: @escaping (Result<Parameters.Response, CallFailure>, Parameters) -> Void
    ) {
        let request = subscription.request()
        link.call(Parameters.subscribe.description, adapt(request)) { [self] (result: Result<Parameters.Response, _>) in
            if case .success(let response) = result {
                let replaced = subscription.begin(response, of: request, isInWorld: link.isInWorld)
                end(isLeft ? response.subscription : replaced, on: link)
            }
            handle(result, request)
        }
    }

    /// Ends the subscription; a response that arrives later ends it, too.
    package func leave(on link: DaemonLink) {
        isLeft = true
        end(subscription.name, on: link)
    }

    /// Records a notification; returns whether it is for this subscription.
    package func handle(_ changes: Parameters.Changes) -> Bool { subscription.handle(changes) }

    /// Records the end of the connection.
    package func endConnection() { subscription.end() }

    private func end(_ name: String?, on link: DaemonLink) {
        guard let name else { return }
        var parameters = UnsubscribeParameters()
        parameters.subscription = name
        link.call(Parameters.unsubscribe.description, parameters) { _, _ in }
    }
}

extension LinkSubscription where Parameters == SubscribeParameters {
    /// Whether the daemon has a subscription of this connection with all wanted keys, so that more can be added to it.
    package var isExtensible: Bool { subscription.isExtensible }

    /// Adds keys to the subscription; the request and the response have only these keys.
    ///
    /// After a failure, the caller subscribes to all keys again.
    package func extend(
        by keys: [String],
        on link: DaemonLink,
        _ handle: @escaping (Result<SubscribeResult, CallFailure>) -> Void
    ) {
        guard let name = subscription.name else { return handle(.failure(.lost)) }
        subscription.parameters.keys? += keys
        subscription.noteRequested()
        let all = subscription.parameters.keys
        var request = SubscribeParameters()
        (request.keys, request.extended) = (keys, name)
        link.call(API.Tunables.subscribe, request) { [self] result in
            if case .success(let response) = result { subscription.extend(response, to: all) }
            handle(result)
        }
    }
}
