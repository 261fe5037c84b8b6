import TunerAPI

/// A subscription that a client resumes on each new connection.
///
/// It stores the wanted parameters, the keys requested on this connection, and the last revision that the client
/// received. The daemon keeps a history of tunables only. For flags and stews, a new connection receives all values.
/// So it does after a connection that had values of a world: the history has only the changes of the shared state.
package struct Subscription<Parameters: SubscriptionParameters> {
    package var parameters: Parameters
    /// The daemon's identifier for the subscription on this connection; nil before the daemon's response.
    package private(set) var name: String?
    private var requested: [String]?
    /// The keys whose values were received, and the revision of these values; nil if some may be those of a world.
    private var known: (since: SinceParameters?, keys: [String]?)?

    /// Creates a subscription that was not requested yet.
    package init(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// Whether the wanted keys differ from the keys requested on this connection.
    ///
    /// A subscription without a list of keys is never due: nil and an empty list are equal here.
    package var isDue: Bool { (parameters.keys ?? []) != (requested ?? []) }

    /// Returns the parameters to send, and records that their keys were requested.
    ///
    /// If the client already received values for the same keys, the parameters request only later changes.
    package mutating func request() -> Parameters {
        requested = parameters.keys
        guard let known, known.keys == parameters.keys else { return parameters }
        return parameters.resumed(at: known.since)
    }

    /// Whether the daemon has a subscription of this connection with all wanted keys, so that more can be added to it.
    package var isExtensible: Bool { name != nil && requested != nil && !isDue }

    /// Records that keys were added to the wanted and to the requested ones.
    package mutating func noteRequested() { requested = parameters.keys }

    /// Records the daemon's response to a request that added keys; `keys` are all requested ones.
    ///
    /// The daemon sends all notifications of a connection before a response, so the response has the newest revision.
    package mutating func extend(_ response: Parameters.Response, to keys: [String]?) {
        let hasSameEpoch = known?.since != nil && known?.since?.epoch == response.since?.epoch
        known = (hasSameEpoch ? response.since : nil, keys)
    }

    /// Records the daemon's response to a request, and returns the subscription that the new one replaces.
    ///
    /// - Parameters:
    ///   - response: The daemon's response.
    ///   - request: The parameters of the request.
    ///   - isInWorld: Whether the daemon has put the connection into a world.
    /// - Returns: The identifier of the replaced subscription, which the caller must end; nil if there is none.
    @discardableResult
    package mutating func begin(
        _ response: Parameters.Response,
        of request: Parameters,
        isInWorld: Bool = false
    ) -> String? {
        let replaced = name
        name = response.subscription
        known = response.since.map { (isInWorld ? nil : $0, request.keys) }
        return replaced
    }

    /// Records the revision of a notification; returns whether the notification is for this subscription.
    package mutating func handle(_ changes: Parameters.Changes) -> Bool {
        guard changes.subscription == name else { return false }
        // The application may not receive the changes of the last notification. The next request covers them again.
        if changes.ended == nil, let revision = changes.revision { known?.since?.revision = revision }
        if changes.isOfWorld { known?.since = nil }
        return true
    }

    /// Records the end of the connection.
    package mutating func end() {
        (name, requested) = (nil, nil)
    }
}
