package import JSONCore
package import TunerAPI

/// The parameters that a client subscribes with.
package protocol SubscriptionParameters {
    /// The keys that they name; nil if they name none.
    var keys: [String]? { get }

    /// Returns the parameters that ask only for what changed since a moment; the same parameters if there is no history.
    func resumed(at moment: SinceParameters) -> Self
}

extension SubscriptionParameters {
    package func resumed(at moment: SinceParameters) -> Self { self }
}

extension SubscribeParameters: SubscriptionParameters {
    package func resumed(at moment: SinceParameters) -> SubscribeParameters {
        var parameters = self
        parameters.since = moment
        // If the history does not reach back so far, the client finds the changes among the values.
        parameters.isInitial = true
        return parameters
    }
}

extension SubscribeFlagsParameters: SubscriptionParameters {}

/// The parameters of a stew, as they are sent.
extension JSONObject: SubscriptionParameters {
    package var keys: [String]? { nil }
}
