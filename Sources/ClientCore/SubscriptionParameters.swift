package import JSONCore
package import TunerAPI

/// The parameters of a request that subscribes.
package protocol SubscriptionParameters {
    /// The wanted keys; nil if the parameters contain no list of keys.
    var keys: [String]? { get }

    /// Returns parameters that ask only for the changes after a revision.
    ///
    /// If the daemon keeps no history for these parameters, it returns them unchanged.
    func resumed(at moment: SinceParameters) -> Self
}

extension SubscriptionParameters {
    package func resumed(at moment: SinceParameters) -> Self { self }
}

extension SubscribeParameters: SubscriptionParameters {
    package func resumed(at moment: SinceParameters) -> SubscribeParameters {
        var parameters = self
        parameters.since = moment
        // If the history does not go back to the revision, the daemon sends all values, and the client compares them.
        parameters.isInitial = true
        return parameters
    }
}

extension SubscribeFlagsParameters: SubscriptionParameters {}

/// The parameters of a stew, as sent to the daemon.
extension JSONObject: SubscriptionParameters {
    package var keys: [String]? { nil }
}
