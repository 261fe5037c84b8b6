import JSONCore
import RPCCore

extension Client {
    /// Returns the minutes of a stew.
    func minutes(_ params: JSON = [:]) throws(ClientError) -> Int64? {
        try call("stew.compute", params)["minutes"]?.integer
    }

    /// Returns the parameters of the next notification; nil if none arrives or it does not concern a stew.
    func nextStew(within limit: Duration = .seconds(60)) throws -> JSON? {
        guard let notification = try nextNotification(within: limit), notification.method == "stew.changed" else {
            return nil
        }
        return notification.params
    }
}
