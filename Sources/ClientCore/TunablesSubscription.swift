package import TunerAPI

/// A subscription to tunables that outlives connections: the next connection resumes it at the revision through which its
/// changes are known.
package struct TunablesSubscription {
    /// What is subscribed to.
    package var parameters: SubscribeParameters
    /// The subscription's name on this connection; none before the daemon has answered.
    package private(set) var name: String?
    private var known: (since: SinceParameters, keys: [String]?)?

    /// A subscription that no daemon knows yet.
    package init(_ parameters: SubscribeParameters = SubscribeParameters()) {
        self.parameters = parameters
    }

    /// The parameters to subscribe with now: only what changed is asked for, unless other keys were subscribed to before.
    package var request: SubscribeParameters {
        var request = parameters
        if let known, known.keys == parameters.keys { request.since = known.since }
        return request
    }

    /// Notes what the daemon answered to a request.
    package mutating func begin(_ result: SubscribeResult, of request: SubscribeParameters) {
        name = result.subscription
        var since = SinceParameters()
        (since.epoch, since.revision) = (result.epoch, result.revision)
        known = (since, request.keys)
    }

    /// Notes how far a notification reaches; returns whether it is this subscription's.
    package mutating func take(_ changed: ChangedParameters) -> Bool {
        guard changed.subscription == name else { return false }
        // What comes with an end may not be handed out: it is asked for again.
        if changed.ended == nil { known?.since.revision = changed.to }
        return true
    }

    /// Notes the end of the connection.
    package mutating func end() {
        name = nil
    }
}
