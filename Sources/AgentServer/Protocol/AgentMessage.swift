import ConsoleCore
package import JSONCore

/// A message of an agent's client.
package enum AgentMessage {
    case request(id: JSON, method: String, params: JSONObject)
    case notification(method: String, params: JSONObject)
    /// A response; this server sends no requests, so it expects none.
    case response
    /// A line that is no message, with its ID if it has one.
    case invalid(id: JSON, AgentError)

    /// Reads a line.
    package init(_ line: [UInt8]) {
        do {
            self.init(try JSON.parse(line.span))
        } catch {
            self = .invalid(id: .null, .parse("the line is not JSON: byte \(error.offset): \(error.reason)"))
        }
    }

    private init(_ json: JSON) {
        guard let object = json.object else {
            self = .invalid(id: .null, .invalidRequest("a message must be an object"))
            return
        }
        let id = object["id"]?.isRequestID == true ? object["id"] : nil
        guard object["jsonrpc"] == "2.0" else {
            self = .invalid(id: id ?? .null, .invalidRequest(#"a message must have "jsonrpc": "2.0""#))
            return
        }
        guard let method = object["method"] else {
            let isResponse = object["result"] != nil || object["error"] != nil
            self = isResponse ? .response : .invalid(id: id ?? .null, .invalidRequest("a message must have a method"))
            return
        }
        guard let name = method.text else {
            self = .invalid(id: id ?? .null, .invalidRequest("method must be a string"))
            return
        }
        guard let params = (object["params"] ?? [:]).object else {
            self = .invalid(id: id ?? .null, .invalidParams("params must be an object"))
            return
        }
        if object["id"] == nil {
            self = .notification(method: name, params: params)
        } else if let id {
            self = .request(id: id, method: name, params: params)
        } else {
            self = .invalid(id: .null, .invalidRequest("id must be a string or an integer"))
        }
    }
}

extension JSON {
    /// Whether a request can have this value as its ID; null is not allowed, unlike in JSON-RPC.
    fileprivate var isRequestID: Bool {
        switch self {
        case .string, .integer: true
        case .null, .boolean, .double, .array, .object: false
        }
    }
}
