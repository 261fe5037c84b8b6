import AgentServer
import JSONCore
import RPCCore
import Testing

/// The protocol in both ways: each request names its version, or the client sends `initialize` first.
@Suite struct ProtocolTests {
    @Test(arguments: [
        ("{", -32_700), ("\u{FEFF}{}", -32_700), ("[1]", -32_600), ("7", -32_600), ("{}", -32_600),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600), (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#, -32_602),
    ])
    func `bad input has one error, and the session continues`(line: String, code: Int64) throws {
        let conversation = Conversation()
        let errors = conversation.receive(line)
        #expect(errors.count == 1)
        #expect(errors.first?["error"]?["code"] == .integer(code))
        #expect(try conversation.request("ping")["result"]?["resultType"] == "complete")
    }

    @Test func `a message that is too long has an error`() {
        let conversation = Conversation()
        conversation.session.receive(.tooLong)
        #expect(conversation.messages().first?["error"]?["code"] == -32_600)
    }

    @Test func `responses and unknown notifications have no response`() {
        let conversation = Conversation()
        #expect(conversation.receive(#"{"jsonrpc":"2.0","id":4,"result":{}}"#).isEmpty)
        #expect(conversation.receive(#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#).isEmpty)
    }

    @Test func `discover names the versions, and an unsupported version has them in its error`() throws {
        let conversation = Conversation { $0.version = "0.1.0" }
        let discovered = try #require(try conversation.request("server/discover")["result"])
        let versions: JSON = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
        #expect(discovered["supportedVersions"] == versions)
        #expect(discovered["cacheScope"] == "private" && discovered["ttlMs"] == 3_600_000)
        #expect(discovered["capabilities"]?["resources"]?["subscribe"] == true)
        let server = discovered["_meta"]?["io.modelcontextprotocol/serverInfo"]
        #expect(server?["name"] == "tuner" && server?["version"] == "0.1.0")
        try conversation.send("prompts/list", version: "2027-01-01")
        let error = conversation.messages().first?["error"]
        #expect(error?["code"] == -32_022)
        #expect(error?["data"] == ["supported": versions, "requested": "2027-01-01"])
    }

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
    ])
    func `initialize agrees on a version, and its results have no members of the newer one`(
        wanted: String,
        agreed: String
    ) throws {
        let conversation = Conversation()
        try conversation.sendPlainly(
            "initialize",
            ["protocolVersion": .string(wanted), "clientInfo": ["name": "demo\u{7}", "version": "1"]]
        )
        #expect(conversation.messages().first?["result"]?["protocolVersion"] == .string(agreed))
        try conversation.sendPlainly("prompts/list")
        let list = conversation.messages().first?["result"]
        #expect(list?["prompts"] != nil && list?["resultType"] == nil && list?["ttlMs"] == nil && list?["_meta"] == nil)
        #expect(conversation.client == "agent demo")
        try conversation.sendPlainly("subscriptions/listen")
        #expect(conversation.messages().first?["error"]?["code"] == -32_601)
        try conversation.sendPlainly("resources/read", ["uri": "tuner://nothing"])
        #expect(conversation.messages().first?["error"]?["code"] == -32_002)
    }

    @Test func `lists of the stateless version say how long they are valid`() throws {
        let conversation = Conversation()
        for method in ["prompts/list", "resources/templates/list"] {
            let result = try conversation.request(method)["result"]
            #expect(result?["resultType"] == "complete" && result?["ttlMs"] != nil && result?["cacheScope"] != nil)
        }
        try conversation.send("resources/subscribe", ["uri": "tuner://key/a"])
        #expect(conversation.messages().first?["error"]?["code"] == -32_601)
        try conversation.send("resources/read", ["uri": "tuner://nothing"])
        #expect(conversation.messages().first?["error"]?["code"] == -32_602)
    }

    @Test func `an option names the agent, whatever the client says`() throws {
        let conversation = Conversation { $0.name = "night" }
        try conversation.sendPlainly("initialize", ["clientInfo": ["name": "demo"]])
        try conversation.sendPlainly("prompts/list")
        #expect(conversation.client == "agent night")
    }

    @Test func `prompts have the goal and the flag, and name a missing argument`() throws {
        let conversation = Conversation()
        let tune = try conversation.request("prompts/get", ["name": "tune", "arguments": ["goal": "p99 < 20 ms"]])
        #expect(try tune.written().contains("p99 < 20 ms"))
        let why = try conversation.request("prompts/get", ["name": "why-flag", "arguments": ["flag": "beta"]])
        #expect(try why.written().contains("feature flag beta"))
        #expect(
            try conversation.request("prompts/get", ["name": "tune"])["error"]?["message"]
                == "the argument goal is missing"
        )
        let unknown = try conversation.request("prompts/get", ["name": "tunes"])
        #expect(unknown["error"]?["message"] == #"there is no prompt tunes; did you mean tune?"#)
    }
}
