import JSONCore
import RPCCore

extension Client {
    /// Calls a method, and waits longer than any answer takes here.
    @discardableResult
    func ask(_ method: String, _ params: JSON = .null) throws(ClientError) -> JSON {
        try call(method, params, within: .seconds(60))
    }

    /// Whether the daemon can store what is written.
    var storageIsWell: Bool {
        get throws(ClientError) { try ask("server.info")["storage"]["ok"] == true }
    }

    /// The value of a key; none where nothing has that key.
    func value(of key: String) throws(ClientError) -> JSON? {
        do {
            return try ask("tunables.get", ["key": .string(key)])["value"]
        } catch .refused(let error) where error.kind == "unknownKey" {
            return nil
        }
    }

    /// What a refused call answers; none where it is not refused.
    func refusal(of method: String, _ params: JSON = .null) throws(ClientError) -> RemoteError? {
        do {
            _ = try ask(method, params)
            return nil
        } catch .refused(let error) {
            return error
        }
    }
}
