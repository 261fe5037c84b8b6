import ClientCore
import JSONCore
import RPCCore
import TunerAPI

/// A watched stew plan: after a reconnection, the daemon computes the plan again.
struct WatchedStew: WatchedSubject {
    private var subscription: Subscription<JSONObject>

    /// Creates a subject that begins with the present plan.
    init(_ parameters: JSONObject) {
        subscription = Subscription(parameters)
    }

    mutating func subscribe(on connection: DaemonConnection) throws(Failure) -> WatchUpdate {
        let request = subscription.request()
        let answer = try connection.call(plainly: API.Stew.subscribe, .object(request))
        if let plan = answer.object { subscription.begin(plan, of: request) }
        return news(answer)
    }

    mutating func read(_ notification: Notification, _ connection: DaemonConnection) throws(Failure) -> WatchUpdate? {
        guard notification.method == API.Stew.changed.name.description else { return nil }
        let told = notification.params
        return told["subscription"]?.text == subscription.name ? news(told) : nil
    }

    private func news(_ told: JSON) -> WatchUpdate {
        guard case .object(var plan) = told else { return WatchUpdate() }
        plan["subscription"] = nil
        let change = WatchedChange(change: ChangeRecord("stew", .object(plan)), revision: 0)
        return WatchUpdate(changes: [change], isComplete: true, hasEnded: told["ended"] != nil)
    }
}
