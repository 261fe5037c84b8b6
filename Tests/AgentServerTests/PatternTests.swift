import AgentServer
import JSONCore
import RPCCore
import Testing
import TunableEngine

/// A session that may read and write only some keys.
@Suite struct PatternTests {
    private func conversation() -> Conversation {
        Conversation {
            $0.keyWords = ["ui.*"]
            $0.keys = try? KeyPatterns(["ui.*"])
        }
    }

    @Test func `keys outside of the patterns can be neither read nor written, and lists leave them out`() throws {
        let conversation = conversation()
        let daemon = conversation.daemon
        let sentence = "net.a is not among the keys of this session, which are ui.*"
        for (tool, arguments) in [
            ("tuner_get", ["keys": ["ui.a", "net.a"]]), ("tuner_describe", ["key": "net.a"]),
            ("tuner_set", ["values": ["net.a": 1]]), ("tuner_try", ["values": ["net.a": 1]]),
            ("tuner_flag_explain", ["key": "net.a"]), ("tuner_flag_force", ["key": "net.a", "variant": "on"]),
            ("tuner_applied", ["keys": ["net.a"]]),
        ] as [(String, JSONObject)] {
            let result = try conversation.tool(tool, arguments)
            #expect(result["isError"] == true && result.toolText == sentence, "\(tool)")
        }
        #expect(daemon.calls.isEmpty)
        let read = try conversation.request("resources/read", ["uri": "tuner://key/net.a"])
        #expect(read["error"]?["code"] == -32_602 && daemon.calls.isEmpty)

        let entries: JSON = [
            ["key": "net.a", "value": 1, "origin": "local"], ["key": "ui.a", "value": 2, "origin": "local"],
        ]
        daemon.results["tunables.list"] = ["revision": 1, "tunables": entries]
        #expect(try conversation.tool("tuner_list", ["match": "*"]).toolText == "ui.a = 2 (local; not declared)")
        #expect(try conversation.tool("tuner_list")["structuredContent"]?["tunables"] != nil)
        #expect(daemon.calls(of: "tunables.list").last?["match"] == ["ui.*"])
        daemon.results["tunables.history"] = [
            "commits": [
                [
                    "revision": 1, "time": "t", "actor": ["client": "c", "pid": 1, "uid": 1],
                    "operation": "tunables.update", "changes": entries, "names": ["net.b", "ui.b"],
                ]
            ]
        ]
        let history = try conversation.tool("tuner_history")
        #expect(!(try history.written().contains("net.")) && history.toolText.contains("ui.a"))
    }

    @Test func `a session with patterns searches only its keys, and no page ends at another key`() throws {
        let conversation = conversation()
        let daemon = conversation.daemon
        func commit(_ revision: Int64, _ key: JSON) -> JSON {
            [
                "revision": .integer(revision), "time": "t", "actor": ["client": "c", "pid": 1, "uid": 1],
                "operation": "tunables.set", "changes": [["key": key, "value": 1]],
            ]
        }
        daemon.results["tunables.history"] = ["commits": [commit(3, "net.a"), commit(2, "ui.b"), commit(1, "ui.a")]]
        let history = try conversation.tool("tuner_history", ["match": "*.a"])["structuredContent"]
        #expect(history?["commits"] == [commit(1, "ui.a")])
        #expect(daemon.calls.last?.params["match"] == ["ui.*"])
        _ = try conversation.tool("tuner_list", ["match": "net.*"])
        #expect(daemon.calls.last?.params["match"] == ["ui.*"])

        daemon.results["flags.list"] = ["flags": [["key": "net.f"]]]
        let flags = try conversation.tool("tuner_flag_list", ["limit": 1])
        let text = try flags.written()
        #expect(flags.toolText == "no flag" && !text.contains("net."))
    }

    @Test func `layers have only what concerns the keys of the session`() throws {
        let conversation = conversation()
        let listed: JSON = [
            "name": "eu", "active": true, "age": 1, "stale": false, "killSwitch": false, "values": 2, "flags": 1,
            "locks": ["net.*", "ui.a"], "source": "net.toml",
        ]
        conversation.daemon.results["layers.list"] = ["layers": [listed]]
        conversation.daemon.results["layers.get"] = ["values": ["net.a": 1, "ui.a": 2], "flags": ["net.f": [:]]]
        let layers = try conversation.tool("tuner_layers")["structuredContent"]?["layers"]
        #expect(
            layers == [
                [
                    "name": "eu", "active": true, "age": 1, "stale": false, "killSwitch": false, "values": 1,
                    "flags": 0, "locks": ["ui.a"],
                ]
            ]
        )
        conversation.daemon.results["layers.list"] = ["layers": [listed.replacingMember(at: ["locks"], by: [])]]
        conversation.daemon.results["layers.get"] = ["values": ["net.a": 1], "flags": [:]]
        #expect(try conversation.tool("tuner_layers").toolText == "no layer")
    }

    @Test func `a prompt about other keys is refused`() throws {
        let conversation = conversation()
        func error(_ name: JSON, _ arguments: JSON) throws -> JSON? {
            try conversation.request("prompts/get", ["name": name, "arguments": arguments])["error"]?["code"]
        }
        for keys in ["*", "net.*", "u*", "*i.a"] as [JSON] {
            #expect(try error("tune", ["goal": "fast", "keys": keys]) == -32_602, "\(keys)")
        }
        for keys in ["ui.*", "ui.a", "ui.a*b"] as [JSON] {
            #expect(try error("tune", ["goal": "fast", "keys": keys]) == nil, "\(keys)")
        }
        #expect(try error("why-flag", ["flag": "net.a"]) == -32_602)
    }

    @Test func `a nearest key that is not allowed is not named`() throws {
        let conversation = conversation()
        conversation.daemon.refusals["tunables.describe"] = RemoteError(
            code: -32_001,
            message: "there is no key ui.a; did you mean uj.a?",
            data: ["kind": "unknownKey", "key": "ui.a", "nearest": "uj.a"]
        )
        #expect(try conversation.tool("tuner_get", ["keys": ["ui.a"]]).toolText == "there is no key ui.a")
    }

    @Test func `a world that differs outside of the patterns is not proposed, and its keys have no names`() throws {
        let conversation = Conversation {
            $0.writes = .world("w-0123456789abcdef")
            $0.keyWords = ["ui.*"]
            $0.keys = try? KeyPatterns(["ui.*"])
        }
        conversation.daemon.results["worlds.diff"] = [
            "changes": [["key": "net.a", "value": 2], ["key": "ui.a", "value": 2], ["key": "net.b", "value": 2]]
        ]
        let refused = try conversation.tool("tuner_propose", ["summary": "x"])
        #expect(refused["isError"] == true && refused.toolText.contains("2 differences outside"))
        #expect(!refused.toolText.contains("net."))
        #expect(conversation.daemon.calls(of: "worlds.propose").isEmpty)
    }
}
