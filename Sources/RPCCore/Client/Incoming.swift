package import JSONCore

/// A message from the server, as ranges in a checked text.
package enum Incoming {
    case result(id: JSONRange, JSONRange)
    case error(id: JSONRange, RemoteError)
    case notification(method: JSONRange, params: JSONRange?)

    private static let members = JSONFieldNames(["jsonrpc", "id", "result", "error", "method", "params"])

    /// Creates a message from a value; nil if the value is neither a response nor a notification.
    package init?(_ message: JSONRange, in text: Span<UInt8>) {
        guard message.kind == .object else { return nil }
        let fields = Incoming.members.find(in: message, text)
        guard let version = fields.range(0), version.isString("2.0", in: text) else { return nil }
        let (id, error, method) = (fields.range(1), fields.range(3), fields.range(4))
        if let id, let result = fields.range(2) {
            self = .result(id: id, result)
        } else if let id, let error {
            guard let error = RemoteError(error.value(in: text)) else { return nil }
            self = .error(id: id, error)
        } else if let method, method.kind == .string, id == nil {
            self = .notification(method: method, params: fields.range(5))
        } else {
            return nil
        }
    }
}

extension RemoteError {
    /// Creates an error from the `error` member of a response; nil if the code or the message is missing.
    fileprivate init?(_ error: JSON) {
        guard case .integer(let code) = error["code"], case .string(let message) = error["message"] else { return nil }
        self.init(code: code, message: message, data: error["data"] ?? .null)
    }
}
