package import JSONCore
package import TunerAPI

/// The parameters of a request that subscribes, with the names of its methods.
package protocol SubscriptionParameters: JSONWritable {
    /// The result of the request.
    associatedtype Response: SubscriptionResponse
    /// The parameters of the notifications.
    associatedtype Changes: SubscriptionChanges

    static var subscribe: StaticString { get }
    static var unsubscribe: StaticString { get }
    static var changed: StaticString { get }

    /// The wanted keys; nil if the parameters contain no list of keys.
    var keys: [String]? { get }

    /// Returns parameters that request only the changes after a revision, or all values if it is nil.
    ///
    /// If the daemon keeps no history for these parameters, it returns them unchanged.
    func resumed(at moment: SinceParameters?) -> Self
}

/// The result of a request that subscribes.
package protocol SubscriptionResponse: JSONReadable {
    /// The daemon's identifier for the subscription.
    var subscription: String { get }
    /// The revision from which the subscription can be resumed; nil if the daemon keeps no history.
    var since: SinceParameters? { get }
}

/// The parameters of a notification to a subscriber.
package protocol SubscriptionChanges: JSONReadable {
    var subscription: String { get }
    /// Why the daemon has ended the subscription; nil if it continues.
    var ended: String? { get }
    /// The revision from which the subscription can be resumed after this notification; nil without a history.
    var revision: Int64? { get }
    /// Whether values are those of a world, so that the subscription cannot be resumed from this notification.
    var isOfWorld: Bool { get }
}

extension SubscriptionParameters {
    package func resumed(at moment: SinceParameters?) -> Self { self }

    /// Decodes a notification of this kind of subscription; returns nil for other methods.
    package static func changes(
        _ method: JSONRange,
        _ params: JSONRange?,
        in text: Span<UInt8>
    ) throws(JSONMismatch) -> Changes? {
        guard method.isString(changed, in: text) else { return nil }
        guard let params else { throw JSONMismatch() }
        return try Changes(params, in: text)
    }
}

extension SubscriptionResponse {
    package var since: SinceParameters? { nil }
}

extension SubscriptionChanges {
    package var revision: Int64? { nil }
    package var isOfWorld: Bool { false }
}

extension SubscribeParameters: SubscriptionParameters {
    package typealias Response = SubscribeResult
    package typealias Changes = ChangedParameters

    package static var subscribe: StaticString { API.Tunables.subscribe.name }
    package static var unsubscribe: StaticString { API.Tunables.unsubscribe.name }
    package static var changed: StaticString { API.Tunables.changed.name }

    package func resumed(at moment: SinceParameters?) -> SubscribeParameters {
        var parameters = self
        parameters.since = moment
        // If the history does not go back to the revision, the daemon sends all values, and the client compares them.
        parameters.isInitial = true
        return parameters
    }
}

extension SubscribeResult: SubscriptionResponse {
    package var since: SinceParameters? {
        var moment = SinceParameters()
        (moment.epoch, moment.revision) = (epoch, revision)
        return moment
    }
}

extension ChangedParameters: SubscriptionChanges {
    package var revision: Int64? { to }
    package var isOfWorld: Bool { from == to || changes.contains { $0.origin == "world" } }
}

extension SubscribeFlagsParameters: SubscriptionParameters {
    package typealias Response = SubscribeFlagsResult
    package typealias Changes = FlagsChangedParameters

    package static var subscribe: StaticString { API.Flags.subscribe.name }
    package static var unsubscribe: StaticString { API.Flags.unsubscribe.name }
    package static var changed: StaticString { API.Flags.changed.name }
}

extension SubscribeFlagsResult: SubscriptionResponse {}

extension FlagsChangedParameters: SubscriptionChanges {}

/// The parameters of a stew, as sent to the daemon.
extension JSONObject: SubscriptionParameters {
    package typealias Response = JSONObject
    package typealias Changes = JSONObject

    package static var subscribe: StaticString { API.Stew.subscribe.name }
    package static var unsubscribe: StaticString { API.Stew.unsubscribe.name }
    package static var changed: StaticString { API.Stew.changed.name }

    package var keys: [String]? { nil }
}

/// A plan, as the daemon sent it.
extension JSONObject: SubscriptionResponse, SubscriptionChanges {
    package var subscription: String { text("subscription") ?? "" }
    package var ended: String? { text("ended") }

    private func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }
}
