import ClientCore
import JSONCore
import TunerAPI

extension DaemonCalls {
    /// Ends a subscription by its name on this connection; does nothing without a name.
    func unsubscribe<Parameters: SubscriptionParameters>(_: Parameters.Type, _ name: String?) {
        guard let name else { return }
        var parameters = UnsubscribeParameters()
        parameters.subscription = name
        call(Parameters.unsubscribe.description, parameters) { _, _ in }
    }

    /// Ends a subscription, which can begin again on this connection.
    func end<Parameters>(_ subscription: inout Subscription<Parameters>) {
        unsubscribe(Parameters.self, subscription.name)
        subscription.end()
    }
}
