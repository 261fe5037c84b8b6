import AgentServer
import JSONCore
import Testing

/// A session whose changes apply to all programs.
@Suite struct SharedTests {
    @Test func `changes of shared values are tries that end within the allowed time, and undo cancels them`() throws {
        let conversation = Conversation { $0.writes = .shared(seconds: 60) }
        conversation.daemon.results["tunables.describe"] = ["key": "b", "origin": "none", "nearest": "a"]
        #expect(
            try conversation.tool("tuner_try", ["values": ["b": 2]]).toolText == "there is no key b; did you mean a?"
        )
        #expect(conversation.daemon.calls(of: "tunables.try").isEmpty)
        conversation.daemon.results["tunables.describe"] = ["key": "a", "value": 1]
        conversation.daemon.results["tunables.try"] = ["try": 4, "end": "later", "changes": []]
        conversation.daemon.results["tunables.cancel"] = ["changes": []]
        _ = try conversation.tool("tuner_try", ["values": ["a": 2], "for": 900])
        #expect(conversation.daemon.calls.last?.params["for"] == 60)
        _ = try conversation.tool("tuner_flag_force", ["key": "beta", "variant": "on", "for": 5])
        #expect(conversation.daemon.calls.last?.params["for"] == 5)
        #expect(conversation.daemon.calls.last?.params["flags"] == [["key": "beta", "variant": "on"]])
        conversation.daemon.results["tunables.cancel"] = nil
        #expect(try conversation.tool("tuner_undo")["isError"] == true)
        #expect(conversation.daemon.calls(of: "tunables.cancel").count == 1)
        conversation.daemon.results["tunables.cancel"] = ["changes": []]
        _ = try conversation.tool("tuner_undo", ["all": true])
        #expect(conversation.daemon.calls(of: "tunables.cancel").dropFirst().map { $0["try"] } == [4, 4])
        #expect(conversation.daemon.calls.allSatisfy { $0.method != "tunables.update" && $0.method != "flags.set" })
    }
}
