package import JSONCore

/// A message that a server sends.
package enum Incoming: Equatable, Sendable {
    case answer(id: JSON, Result<JSON, RemoteError>)
    case notification(Notification)

    /// Reads one message; none where it is neither answer nor notification.
    package init?(_ message: JSON) {
        guard case .object(let members) = message, members["jsonrpc"] == "2.0" else { return nil }
        if let result = members["result"], let id = members["id"] {
            self = .answer(id: id, .success(result))
        } else if case .object(let error) = members["error"], let id = members["id"] {
            guard case .integer(let code) = error["code"], case .string(let text) = error["message"] else {
                return nil
            }
            let data = error["data"] ?? .null
            self = .answer(id: id, .failure(RemoteError(code: code, message: text, data: data)))
        } else if case .string(let method) = members["method"], members["id"] == nil {
            self = .notification(Notification(method: method, params: members["params"] ?? .null))
        } else {
            return nil
        }
    }
}

/// Something that a server tells without being asked.
package struct Notification: Equatable, Sendable {
    /// What is told.
    package let method: String
    /// Its facts; `null` where there are none.
    package let params: JSON
}
