import AgentServer
import JSONCore
import RPCCore
import Testing

/// The private world of a session.
@Suite struct WorldTests {
    private static let world: JSON = ["world": "w-0123456789abcdef"]

    private func conversation() -> Conversation {
        let conversation = Conversation()
        conversation.daemon.results = [
            "worlds.create": Self.world, "tunables.update": ["changes": [["key": "a", "value": 2, "old": 1]]],
            "tunables.describe": ["key": "a", "value": 1, "origin": "local"], "tunables.reset": ["key": "a"],
            "flags.get": ["key": "beta"], "flags.set": ["key": "beta"], "flags.reset": ["key": "beta"],
        ]
        return conversation
    }

    /// Returns what the session does on a new connection: whether its calls may be sent.
    private func reconnect(_ conversation: Conversation) -> Bool? {
        var isRestored: Bool?
        conversation.daemon.whenConnected { isRestored = $0 }
        return isRestored
    }

    @Test func `the first change creates the world, and reading does not`() throws {
        let conversation = conversation()
        _ = try conversation.tool("tuner_get", ["keys": ["a"]])
        #expect(conversation.daemon.calls(of: "worlds.create").isEmpty)
        let set = try conversation.tool("tuner_set", ["values": ["a": 2]])
        #expect(set["structuredContent"]?["world"] == "w-0123456789abcdef")
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        #expect(conversation.daemon.calls(of: "worlds.create").count == 1)
        #expect(conversation.daemon.calls(of: "tunables.update").first?["create"] == false)
    }

    @Test func `two changes at once create one world, and are made in order`() throws {
        let conversation = conversation()
        conversation.daemon.held = ["worlds.create"]
        for value in [2, 3] as [Int64] {
            try conversation.send(
                "tools/call",
                ["name": "tuner_set", "arguments": ["values": ["a": .integer(value)]]]
            )
        }
        conversation.daemon.release()
        #expect(conversation.daemon.calls(of: "worlds.create").count == 1)
        #expect(conversation.daemon.calls(of: "tunables.update").map { $0["values"]?["a"] } == [2, 3])
    }

    /// Sends a call of a tool without waiting, and returns the ID of the request.
    @discardableResult
    private func send(_ conversation: Conversation, _ tool: JSON, _ arguments: JSON = [:]) throws -> JSON {
        try conversation.send("tools/call", ["name": tool, "arguments": arguments])
    }

    @Test func `calls at once take effect in their order, also those that read`() throws {
        let conversation = conversation()
        conversation.daemon.results["worlds.diff"] = ["changes": [["key": "a", "value": 2, "old": 1]]]
        conversation.daemon.results["worlds.propose"] = ["world": "p1"]
        conversation.daemon.held = ["worlds.create"]
        let ids = [
            try send(conversation, "tuner_set", ["values": ["a": 2]]), try send(conversation, "tuner_diff"),
            try send(conversation, "tuner_propose", ["summary": "x"]),
        ]
        #expect(conversation.messages().isEmpty)
        conversation.daemon.release()
        let responses = conversation.messages()
        #expect(responses.map { $0["id"] } == ids)
        #expect(responses.allSatisfy { $0["result"]?.toolText.contains("a: 1 -> 2") == true })
    }

    @Test func `a call that the client has cancelled before the daemon responds is not made`() throws {
        let conversation = conversation()
        conversation.daemon.isConnecting = true
        try send(conversation, "tuner_set", ["values": ["a": 2]])
        try send(conversation, "tuner_set", ["values": ["a": 3]])
        try send(conversation, "tuner_set", ["values": ["a": 4]])
        for id in ["1", "2"] {
            let params = #"{"requestId":\#(id)}"#
            _ = conversation.receive(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":\#(params)}"#)
        }
        conversation.daemon.isConnecting = false
        conversation.daemon.release()
        #expect(conversation.daemon.calls(of: "tunables.update").map { $0["values"]?["a"] } == [4])
    }

    @Test func `an undo that fails forgets nothing`() throws {
        let conversation = conversation()
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        conversation.daemon.results["tunables.reset"] = nil
        #expect(try conversation.tool("tuner_undo")["isError"] == true)
        #expect(reconnect(conversation) == true)
        #expect(conversation.daemon.calls.last?.params == ["values": ["a": 2], "clamp": true])
        conversation.daemon.results["tunables.reset"] = ["key": "a"]
        #expect(try conversation.tool("tuner_undo")["isError"] == false)
        #expect(try conversation.tool("tuner_undo").toolText == "this session has no change to undo")
    }

    @Test func `no result depends on the value of a secret key`() throws {
        for changes in [[], [["key": "token", "value": "(secret)", "old": "(secret)", "secret": true]]] as [JSON] {
            let conversation = conversation()
            conversation.daemon.results["tunables.describe"] = ["key": "token", "origin": "local", "secret": true]
            conversation.daemon.results["tunables.update"] = ["changes": changes]
            conversation.daemon.results["worlds.diff"] = ["changes": changes]
            conversation.daemon.results["worlds.propose"] = ["world": "p1"]
            let line = "token: (secret) -> (secret)\n"
            let values: JSON = ["token": "guess"]
            let dryRun = try conversation.tool("tuner_set", ["values": values, "dryRun": true])
            #expect(dryRun.toolText == "\(line)this was a dry run")
            #expect(try conversation.tool("tuner_set", ["values": values]).toolText.hasPrefix("\(line)only in"))
            #expect(try conversation.tool("tuner_diff").toolText + "\n" == line)
            #expect(try conversation.tool("tuner_propose", ["summary": "x"]).toolText.hasPrefix("\(line)proposed"))
            #expect(try conversation.tool("tuner_undo").toolText == "\(line)undone")
        }
    }

    @Test func `no value is written if the world cannot be created`() throws {
        let conversation = conversation()
        conversation.daemon.refusals["worlds.create"] = RemoteError(code: 1, message: "denied", data: .null)
        #expect(try conversation.tool("tuner_set", ["values": ["a": 2]])["isError"] == true)
        #expect(conversation.daemon.calls(of: "tunables.update").isEmpty)
    }

    @Test func `undo gives the world back what it had, one change after the other`() throws {
        let conversation = conversation()
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        conversation.daemon.results["tunables.describe"] = [
            "key": "a", "layers": [["origin": "world", "value": 2], ["origin": "local", "value": 1]],
        ]
        _ = try conversation.tool("tuner_set", ["values": ["a": 3]])
        #expect(try conversation.tool("tuner_undo")["isError"] == false)
        #expect(conversation.daemon.calls.last?.params == ["values": ["a": 2]])
        #expect(try conversation.tool("tuner_undo")["isError"] == false)
        #expect(conversation.daemon.calls.last == .init(method: "tunables.reset", params: ["key": "a"]))
        #expect(try conversation.tool("tuner_undo").toolText == "this session has no change to undo")
    }

    @Test func `values return if a flag of the same change is refused`() throws {
        let conversation = conversation()
        conversation.daemon.refusals["flags.set"] = RemoteError(code: 1, message: "no such variant", data: .null)
        let flags: JSON = [["key": "beta", "variant": "x"]]
        let result = try conversation.tool("tuner_try", ["values": ["a": 2], "flags": flags])
        #expect(result["isError"] == true && result.toolText == "no such variant")
        #expect(conversation.daemon.calls(of: "tunables.reset") == [["key": "a"]])
        #expect(try conversation.tool("tuner_undo").toolText == "this session has no change to undo")
    }

    @Test func `a new connection has the world with its values before any other call`() throws {
        let conversation = conversation()
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        _ = try conversation.tool("tuner_try", ["values": ["a": 7], "for": 5])
        _ = try conversation.tool("tuner_flag_force", ["key": "beta", "variant": "on"])
        let before = conversation.daemon.calls.count
        #expect(reconnect(conversation) == true)
        #expect(
            Array(conversation.daemon.calls[before...]) == [
                .init(method: "worlds.create", params: Self.world),
                .init(method: "tunables.update", params: ["values": ["a": 2], "clamp": true]),
                .init(method: "flags.set", params: ["key": "beta", "variant": "on"]),
            ]
        )
    }

    @Test func `a world survives a connection that is lost before it is created again`() throws {
        let conversation = conversation()
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        conversation.daemon.results["worlds.create"] = nil
        #expect(reconnect(conversation) == false)
        conversation.daemon.results["worlds.create"] = Self.world
        #expect(reconnect(conversation) == true)
        #expect(conversation.daemon.calls(of: "worlds.create").last == Self.world)
        #expect(conversation.daemon.calls.last?.params == ["values": ["a": 2], "clamp": true])
    }

    @Test func `a member that was undone does not return with the world`() throws {
        let conversation = conversation()
        conversation.daemon.results["tunables.describe"] = ["key": "a.x", "memberOf": "a", "value": 1]
        _ = try conversation.tool("tuner_set", ["values": ["a.x": 2]])
        #expect(try conversation.tool("tuner_undo")["isError"] == false)
        #expect(conversation.daemon.calls.last == .init(method: "tunables.reset", params: ["key": "a"]))
        #expect(reconnect(conversation) == true)
        #expect(conversation.daemon.calls.last?.method == "worlds.create")
    }

    @Test func `calls fail if the world cannot be created again, and the next change makes a new one`() throws {
        let conversation = conversation()
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        conversation.daemon.refusals["worlds.create"] = RemoteError(code: 1, message: "conflict", data: .null)
        let writes = conversation.daemon.calls(of: "tunables.update").count
        #expect(reconnect(conversation) == false)
        #expect(conversation.daemon.calls(of: "tunables.update").count == writes)
        conversation.daemon.refusals = [:]
        #expect(try conversation.tool("tuner_undo")["isError"] == true)
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        #expect(conversation.daemon.calls(of: "worlds.create").last == [:])
    }

    @Test func `a change does not reach the shared values if the world ends while the change is prepared`() throws {
        for hasFlag in [false, true] {
            let conversation = conversation()
            _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
            let writes = conversation.daemon.calls(of: "tunables.update").count
            conversation.daemon.held = ["tunables.describe"]
            let flags: JSON = hasFlag ? [["key": "beta", "variant": "on"]] : []
            try conversation.send(
                "tools/call",
                ["name": "tuner_try", "arguments": ["values": ["a": 3], "flags": flags]]
            )
            conversation.daemon.refusals["worlds.create"] = RemoteError(code: 1, message: "conflict", data: .null)
            #expect(reconnect(conversation) == false)
            conversation.daemon.release()
            let result = try #require(conversation.messages().first?["result"])
            #expect(result["isError"] == true && result.toolText.contains("has ended"))
            #expect(conversation.daemon.calls(of: "tunables.update").count == writes)
            #expect(conversation.daemon.calls(of: "flags.set").isEmpty)
        }
    }

    @Test func `a session leaves a world that somebody has ended, and its error says so`() throws {
        let conversation = conversation()
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        conversation.daemon.refusals["tunables.describe"] = RemoteError(
            code: 1,
            message: "there is no world",
            data: ["kind": "unknownWorld"]
        )
        let result = try conversation.tool("tuner_get", ["keys": ["a"]])
        #expect(result.toolText.contains("the next change begins a new one"))
        #expect(conversation.daemon.reconnections == 1)
    }

    @Test func `a second proposal replaces the first, and an empty one is refused`() throws {
        let conversation = conversation()
        #expect(try conversation.tool("tuner_propose", ["summary": "x"])["isError"] == true)
        _ = try conversation.tool("tuner_set", ["values": ["a": 2]])
        conversation.daemon.results["worlds.diff"] = ["changes": []]
        #expect(try conversation.tool("tuner_propose", ["summary": "x"])["isError"] == true)
        #expect(conversation.daemon.calls(of: "worlds.propose").isEmpty)
        conversation.daemon.results["worlds.diff"] = ["changes": [["key": "a", "value": 2, "old": 1]]]
        conversation.daemon.results["worlds.propose"] = ["world": "p1"]
        conversation.daemon.results["worlds.drop"] = true
        let first = try conversation.tool("tuner_propose", ["summary": "x"])
        #expect(first.toolText == "a: 1 -> 2\nproposed; a person accepts it with: tunerctl accept p1")
        conversation.daemon.results["worlds.propose"] = ["world": "p2"]
        _ = try conversation.tool("tuner_propose", ["summary": "y"])
        #expect(conversation.daemon.calls(of: "worlds.drop") == [["world": "p1"]])
    }
}
