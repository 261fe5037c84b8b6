import JSONCore
import RPCCore
import TunerAPI

/// A stew that is watched, by the plan that was handed out last: a daemon that came back is asked for the plan anew.
struct WatchedStew: WatchedSubject {
    private let parameters: JSONObject
    private var subscription: JSON?
    private var known: JSON?

    /// Watches what the parameters describe, and begins with its plan.
    init(_ parameters: JSONObject) {
        self.parameters = parameters
    }

    mutating func begin(on connection: DaemonConnection) throws(Failure) -> [WatchedChange] {
        let answer = try connection.call(plainly: API.Stew.subscribe, .object(parameters))
        subscription = answer["subscription"]
        return take(answer)
    }

    mutating func take(
        _ notification: Notification,
        _ connection: DaemonConnection
    ) throws(Failure) -> [WatchedChange] {
        guard notification.method == API.Stew.changed.name.description,
            notification.params["subscription"] == subscription
        else { return [] }
        if notification.params["ended"] != nil {
            // The daemon says best why.
            return try begin(on: connection)
        }
        return take(notification.params)
    }

    private mutating func take(_ told: JSON) -> [WatchedChange] {
        guard case .object(var plan) = told else { return [] }
        plan["subscription"] = nil
        guard .object(plan) != known else { return [] }
        defer { known = .object(plan) }
        return [WatchedChange(change: ChangeRecord("stew", .object(plan), old: known), revision: 0)]
    }
}
