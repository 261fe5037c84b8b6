import JSONCore
import RPCCore

extension Client {
    /// The minutes that a stew takes.
    func minutes(_ params: JSON = [:]) throws(ClientError) -> Int64? {
        try ask("stew.compute", params)["minutes"]?.integer
    }

    /// What a subscriber is told next; nothing where that is not about a stew, or does not come.
    func nextStew(within limit: Duration = .seconds(60)) throws -> JSON? {
        guard let told = try nextNotification(within: limit), told.method == "stew.changed" else { return nil }
        return told.params
    }
}
