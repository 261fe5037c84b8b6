import JSONCore
import RPCCore

extension Client {
    /// Calls a method with a time limit that is longer than any response in these tests takes.
    @discardableResult
    func call(_ method: String, _ params: JSON = .null) throws(ClientError) -> JSON {
        try call(method, params, within: .seconds(60))
    }

    /// Whether the daemon can store changes.
    var isStorageOK: Bool {
        get throws(ClientError) { try call("server.info")["storage"]["ok"] == true }
    }

    /// Returns the value of a key; nil if no value exists.
    func value(of key: String) throws(ClientError) -> JSON? {
        do {
            return try call("tunables.get", ["key": .string(key)])["value"]
        } catch .refused(let error) where error.kind == "unknownKey" {
            return nil
        }
    }

    /// Returns the error of a call; nil if the call succeeds.
    func refusal(of method: String, _ params: JSON = .null) throws(ClientError) -> RemoteError? {
        do {
            _ = try call(method, params)
            return nil
        } catch .refused(let error) {
            return error
        }
    }
}
