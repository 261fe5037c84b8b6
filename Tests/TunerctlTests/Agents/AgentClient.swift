import JSONCore
import TestSupport
import Testing

/// A session with `tunerctl mcp`, line by line.
final class AgentClient {
    let program: Program
    private var nextID: Int64 = 0

    /// Starts the program, and sends `initialize`.
    init(_ installation: Installation, _ options: String...) throws {
        program = try installation.start(["mcp"] + options)
        _ = try request(
            "initialize",
            ["protocolVersion": "2025-11-25", "clientInfo": ["name": "demo", "version": "1"]]
        )
    }

    /// Sends a request, and returns its response.
    func request(_ method: String, _ params: JSON = [:]) throws -> JSON {
        let id = try send(method, params)
        while true {
            let response = try JSON.parse(try program.line())
            if response["id"] == id { return response }
        }
    }

    /// Sends a request without waiting, and returns its ID.
    @discardableResult
    func send(_ method: String, _ params: JSON = [:]) throws -> JSON {
        nextID += 1
        let request: JSON = ["jsonrpc": "2.0", "id": .integer(nextID), "method": .string(method), "params": params]
        try program.write("\(try request.written())\n")
        return .integer(nextID)
    }

    /// Calls a tool, and returns the text of its result.
    func tool(_ name: String, _ arguments: JSON = [:]) throws -> String {
        let result = try request("tools/call", ["name": .string(name), "arguments": arguments])["result"]
        guard case .array(let content)? = result?["content"], case .string(let text)? = content.first?["text"] else {
            throw NoText(result: result)
        }
        return text
    }

    /// The result of a tool has no text.
    struct NoText: Error { let result: JSON? }
}
