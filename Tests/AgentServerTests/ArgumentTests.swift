import AgentServer
import JSONCore
import SystemCore
import Testing

/// The arguments of tools, which must satisfy their schemas.
@Suite struct ArgumentTests {
    @Test(
        arguments: [
            ("tuner_set", ["values": ["a": 1], "dryRun": "true"], #"dryRun must be a boolean, got "true""#),
            ("tuner_set", ["values": ["a": 1], "clamp": 1], "clamp must be a boolean, got 1"),
            ("tuner_set", ["values": [1]], "values must be an object, got [1]"),
            ("tuner_try", ["values": ["a": 1], "for": "5"], #"for must be a number above 0, got "5""#),
            ("tuner_try", ["values": ["a": 1], "for": 0], "for must be a number above 0, got 0"),
            ("tuner_try", ["values": ["a": 1], "flags": [["variant": "on"]]], "flags[0].key is missing"),
            (
                "tuner_flag_force", ["key": "beta", "value": true, "for": "5"],
                #"for must be a number above 0, got "5""#
            ),
            ("tuner_undo", ["all": "true"], #"all must be a boolean, got "true""#),
            ("tuner_list", ["limit": "x"], #"limit must be an integer from 1 to 200, got "x""#),
            ("tuner_list", ["limit": 2.5], "limit must be an integer from 1 to 200, got 2.5"),
            ("tuner_list", ["limit": 0], "limit must be an integer from 1 to 200, got 0"),
            ("tuner_list", ["match": 1], "match must be a string or an array of strings, got 1"),
            ("tuner_flag_list", ["limit": -1], "limit must be an integer from 1 to 200, got -1"),
            ("tuner_history", ["limit": 51], "limit must be an integer from 1 to 50, got 51"),
            ("tuner_get", ["keys": ["a", 1]], "keys[1] must be a string, got 1"),
            (
                "tuner_compare", ["a": [:], "b": [:], "metric": "x", "rounds": "4"],
                #"rounds must be an integer of at least 4, got "4""#
            ),
            (
                "tuner_optimize", ["keys": ["a"], "budget": 1],
                "budget must be an integer from 2 to 1000, got 1"
            ),
        ] as [(String, JSONObject, String)]
    )
    func `an argument of another type or outside of its range is refused`(
        tool: String,
        arguments: JSONObject,
        sentence: String
    ) throws {
        let conversation = Conversation { $0.commandProgram = ["tunerctl"] }
        let result = try conversation.tool(tool, arguments)
        #expect(result["isError"] == true && result.toolText == sentence)
        #expect(conversation.daemon.calls.isEmpty)
    }

    @Test func `null instead of arguments means none`() throws {
        let conversation = Conversation()
        conversation.daemon.results["layers.list"] = ["layers": []]
        let response = try conversation.request("tools/call", ["name": "tuner_layers", "arguments": .null])
        #expect(response["result"]?.toolText == "no layer")
    }

    @Test(arguments: ["", " ", "...", "42"]) func `a summary without a letter is refused`(summary: String) throws {
        let conversation = Conversation { $0.writes = .world("w-0123456789abcdef") }
        let result = try conversation.tool("tuner_propose", ["summary": .string(summary)])
        #expect(result["isError"] == true && result.toolText.hasPrefix("summary must say in words"))
        #expect(conversation.daemon.calls.isEmpty)
    }
}
