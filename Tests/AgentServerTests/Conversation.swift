import AgentServer
import JSONCore
import Testing

/// A session with a fake daemon, and the messages that it has sent.
final class Conversation {
    let daemon = FakeDaemon()
    let session: AgentSession
    private let log = MessageLog()
    private var nextID: Int64 = 1

    init(_ change: (inout AgentOptions) -> Void = { _ in }) {
        var options = AgentOptions()
        change(&options)
        session = AgentSession(options) { [daemon, log] client in
            log.client = client
            return daemon
        } send: { [log] in
            log.messages.append($0)
        }
    }

    /// The name of the client that the daemon has received.
    var client: String? { log.client }

    /// Returns the messages since the last call of this function.
    func messages() -> [JSON] {
        defer { log.messages = [] }
        return log.messages
    }

    /// Sends a line, and returns the messages that it leads to.
    func receive(_ line: String) -> [JSON] {
        session.receive(.line(Array(line.utf8)))
        return messages()
    }

    /// Sends a request of the stateless version without waiting, and returns its ID.
    @discardableResult
    func send(_ method: String, _ params: JSONObject = [:], version: String = "2026-07-28") throws -> JSON {
        var params = params
        var meta = params["_meta"] ?? [:]
        meta = meta.replacingMember(at: ["io.modelcontextprotocol/protocolVersion"], by: .string(version))
        params["_meta"] = meta
        return try sendPlainly(method, params)
    }

    /// Sends a request of a version with a handshake without waiting, and returns its ID.
    @discardableResult
    func sendPlainly(_ method: String, _ params: JSONObject = [:]) throws -> JSON {
        let id = JSON.integer(nextID)
        nextID += 1
        let request: JSON = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(params)]
        session.receive(.line(Array(try request.written().utf8)))
        return id
    }

    /// Sends a request of the stateless version, and returns the response.
    func request(_ method: String, _ params: JSONObject = [:]) throws -> JSON {
        let id = try send(method, params)
        return try #require(messages().first { $0["id"] == id })
    }

    /// Calls a tool, and returns its result.
    func tool(_ name: String, _ arguments: JSONObject = [:]) throws -> JSON {
        try #require(try request("tools/call", ["name": .string(name), "arguments": .object(arguments)])["result"])
    }
}

private final class MessageLog {
    var messages: [JSON] = []
    var client: String?
}

extension JSON {
    /// The text of a tool's result.
    var toolText: String {
        guard case .array(let content)? = self["content"], case .string(let text)? = content.first?["text"] else {
            return ""
        }
        return text
    }
}
