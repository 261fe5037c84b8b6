import AgentServer
import JSONCore
import RPCCore
import SystemCore
import Testing

@Suite struct ToolTests {
    private func names(_ change: (inout AgentOptions) -> Void = { _ in }) throws -> [String] {
        let list = try Conversation(change).request("tools/list")["result"]?["tools"]
        guard case .array(let tools)? = list else { return [] }
        return tools.compactMap { if case .string(let name)? = $0["name"] { name } else { nil } }
    }

    @Test func `the options decide which tools there are`() throws {
        let reading = [
            "tuner_list", "tuner_get", "tuner_describe", "tuner_history", "tuner_applied", "tuner_flag_list",
            "tuner_flag_explain",
        ]
        let changing = ["tuner_try", "tuner_flag_force", "tuner_undo", "tuner_layers"]
        #expect(try names() == reading + ["tuner_set"] + changing + ["tuner_diff", "tuner_propose"])
        #expect(try names { $0.writes = .none } == reading + ["tuner_layers"])
        #expect(try names { $0.writes = .shared(seconds: 60) } == reading + changing)
        #expect(try names { $0.commandProgram = ["tunerctl"] }.suffix(2) == ["tuner_compare", "tuner_optimize"])
    }

    @Test func `each tool has a short description, a schema of an object and annotations`() throws {
        let conversation = Conversation { $0.commandProgram = ["tunerctl"] }
        let list = try conversation.request("tools/list")["result"]
        guard case .array(let tools)? = list?["tools"] else { return #expect(Bool(false)) }
        for tool in tools {
            guard case .string(let text)? = tool["description"] else { return #expect(Bool(false)) }
            #expect(text.count <= 160, "\(text)")
            #expect(tool["inputSchema"]?["type"] == "object")
            #expect(tool["inputSchema"]?["additionalProperties"] == false)
            #expect(tool["annotations"]?["readOnlyHint"] != nil)
        }
        // The whole list must fit a small context.
        let size = try list?.written().utf8.count ?? 0
        #expect(size < 10_000)
    }

    @Test func `the list of tools is the same each time`() throws {
        let conversation = Conversation()
        let (first, second) = (try conversation.request("tools/list"), try conversation.request("tools/list"))
        #expect(first["result"] == second["result"] && first["id"] != second["id"])
    }

    @Test func `a cancelled request has no response, and an ID is free only after its response`() throws {
        let conversation = Conversation()
        conversation.daemon.results["tunables.describe"] = ["key": "a", "value": 1, "origin": "local"]
        conversation.daemon.held = ["tunables.describe"]
        let get: JSONObject = ["name": "tuner_get", "arguments": ["keys": ["a"]]]
        let id = try conversation.send("tools/call", get)
        #expect(!conversation.session.isIdle)
        #expect(conversation.receive(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).first?["error"]?["code"] == -32_600)
        _ = conversation.receive(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        #expect(id == 1 && conversation.session.isIdle)
        conversation.daemon.release()
        #expect(conversation.messages().isEmpty)
    }

    @Test func `unknown tools and arguments are refused with the nearest name`() throws {
        let conversation = Conversation()
        let tool = try conversation.request("tools/call", ["name": "tuner_gat"])
        #expect(tool["error"]?["message"] == "there is no tool tuner_gat; did you mean tuner_get?")
        let argument = try conversation.tool("tuner_get", ["kees": ["a"]])
        #expect(argument["isError"] == true)
        #expect(argument.toolText == "there is no argument kees; did you mean keys?; the tool takes keys")
        #expect(try conversation.tool("tuner_get").toolText == "the argument keys is missing")
    }

    @Test func `an error has the sentence of the daemon and the declaration of the key`() throws {
        let conversation = Conversation()
        let daemon = conversation.daemon
        daemon.results = [
            "worlds.create": ["world": "w-0123456789abcdef"],
            "tunables.describe": [
                "key": "a", "origin": "default", "spec": ["type": "number", "maximum": 8, "unit": "s"],
            ],
        ]
        daemon.refusals["tunables.update"] = RemoteError(
            code: -32_003,
            message: "a must be at most 8, got 9",
            data: ["kind": "outOfRange", "key": "a"]
        )
        let result = try conversation.tool("tuner_set", ["values": ["a": 9]])
        #expect(result["isError"] == true && result["structuredContent"] == nil)
        #expect(result.toolText == "a must be at most 8, got 9\na is declared: number, maximum 8, unit s")
    }

    @Test func `a page of a list ends with the argument for the next one`() throws {
        let conversation = Conversation()
        conversation.daemon.results["tunables.list"] = [
            "revision": 1, "more": true, "tunables": [["key": "a", "value": 1, "origin": "local"]],
        ]
        let page = try conversation.tool("tuner_list", ["limit": 200])
        #expect(page["structuredContent"]?["after"] == "a")
        #expect(page.toolText.hasSuffix("more: call again with after \"a\""))
        #expect(conversation.daemon.calls.last?.params["limit"] == 200)
    }
}
