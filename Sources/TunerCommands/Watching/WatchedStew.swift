import ClientCore
import JSONCore
import TunerAPI

/// A watched stew plan: after a reconnection, the daemon computes the plan again.
typealias WatchedStew = WatchedSubscription<JSONObject>

extension WatchedStew {
    /// Creates a subject that begins with the present plan.
    init(_ parameters: JSONObject) {
        self.init(parameters, first: { plan, _ in WatchedStew.update(plan) }, later: WatchedStew.update)
    }

    private static func update(_ message: JSONObject) -> WatchUpdate {
        var plan = message
        plan["subscription"] = nil
        let change = WatchedChange(change: ChangeRecord("stew", .object(plan)), revision: 0)
        return WatchUpdate(changes: [change], isComplete: true)
    }
}
