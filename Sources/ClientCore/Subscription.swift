package import TunerAPI

/// A subscription that outlives connections: what the client wants, what the daemon was asked for on this connection, and
/// through which revision the client knows the changes.
///
/// The next connection resumes it at that revision. The daemon has no history of flags and stews: it answers all of them.
package struct Subscription<Parameters: SubscriptionParameters> {
    /// What is subscribed to.
    package var parameters: Parameters
    /// The subscription's name on this connection; nil before the daemon has answered.
    package private(set) var name: String?
    private var requested: [String]?
    private var known: (since: SinceParameters, keys: [String]?)?

    /// A subscription that no daemon knows yet.
    package init(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// Whether the parameters name keys that the daemon was not asked for on this connection.
    package var isDue: Bool { (parameters.keys ?? []) != (requested ?? []) }

    /// Returns the parameters to subscribe with now: only changes are asked for, unless other keys were subscribed to before.
    package mutating func request() -> Parameters {
        requested = parameters.keys
        guard let known, known.keys == parameters.keys else { return parameters }
        return parameters.resumed(at: known.since)
    }

    /// Notes the daemon's answer to a request, and the moment from which the subscription can be resumed; returns the
    /// subscription of this connection that the new one replaces.
    @discardableResult
    package mutating func begin(
        _ name: String,
        at moment: SinceParameters? = nil,
        of request: Parameters
    ) -> String? {
        let replaced = self.name
        self.name = name
        known = moment.map { ($0, request.keys) }
        return replaced
    }

    /// Notes the end of the connection.
    package mutating func end() {
        (name, requested) = (nil, nil)
    }
}

extension Subscription<SubscribeParameters> {
    /// Notes the daemon's answer to a request; returns the subscription of this connection that the new one replaces.
    @discardableResult
    package mutating func begin(_ result: SubscribeResult, of request: SubscribeParameters) -> String? {
        var moment = SinceParameters()
        (moment.epoch, moment.revision) = (result.epoch, result.revision)
        return begin(result.subscription, at: moment, of: request)
    }

    /// Notes how far a notification reaches; returns whether it is this subscription's.
    package mutating func take(_ changed: ChangedParameters) -> Bool {
        guard changed.subscription == name else { return false }
        // Changes that come with an end may not be handed out: they are asked for again.
        if changed.ended == nil { known?.since.revision = changed.to }
        return true
    }
}
