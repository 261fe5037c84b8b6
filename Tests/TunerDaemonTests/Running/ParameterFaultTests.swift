import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests that an error about a parameter says what was sent and what to send instead.
@Suite(.blocking) struct ParameterFaultTests {
    struct Case: Sendable {
        let method: String
        let params: JSON
        let message: String
        var facts: JSONObject = [:]
    }

    private static let types = ["boolean", "integer", "number", "string", "array", "object"]

    @Test(arguments: [
        Case(
            method: "tunables.set",
            params: ["key": "a", "val": 5],
            message: "there is no parameter val; did you mean value?",
            facts: ["parameter": "val", "nearest": "value"]
        ),
        Case(
            method: "tunables.undo",
            params: ["pattern": 5],
            message: "there is no parameter pattern; the method takes everyone, skip",
            facts: ["parameter": "pattern"]
        ),
        Case(
            method: "tunables.subscribe",
            params: ["since": ["revision": 1]],
            message: "the parameter since.epoch is missing",
            facts: ["parameter": "since.epoch"]
        ),
        Case(
            method: "tunables.subscribe",
            params: ["since": 1],
            message: "since must be an object of epoch, a string, and revision, a whole number, got 1"
        ),
        Case(
            method: "server.report",
            params: ["faults": [["message": "m"], ["key": "a", "message": "m", "kind": "x"]]],
            message:
                "there is no parameter faults[1].kind; the method takes faults[1].key, faults[1].message, faults[1].secret",
            facts: ["parameter": "faults[1].kind"]
        ),
        Case(
            method: "server.report",
            params: ["faults": [["key": "a", "mesage": "m"]]],
            message: "there is no parameter faults[0].mesage; did you mean faults[0].message?",
            facts: ["parameter": "faults[0].mesage", "nearest": "faults[0].message"]
        ),
        Case(
            method: "server.report",
            params: ["faults": [["key": "a"]]],
            message: "the parameter faults[0].message is missing",
            facts: ["parameter": "faults[0].message"]
        ),
        Case(
            method: "server.report",
            params: ["faults": [["message": 5]]],
            message: "faults[0].message must be a string, got 5",
            facts: ["parameter": "faults[0].message", "expected": "a string"]
        ),
        Case(
            method: "server.report",
            params: ["faults": [5]],
            message: "faults[0] must be an object, got 5",
            facts: ["parameter": "faults[0]", "expected": "an object"]
        ),
        Case(
            method: "tunables.subscribe",
            params: ["minInterval": 1.5],
            message: "minInterval must be a whole number, got 1.5"
        ),
        Case(
            method: "tunables.set",
            params: ["key": "a", "value": 1, "for": 0],
            message: "for must be a number of seconds above 0, and at most 3153600000, got 0"
        ),
        Case(
            method: "tunables.getAll",
            params: ["match": "ui.?*"],
            message: #"match: a pattern may have only letters, digits, _, -, . and *, got "?" in ui.?*"#
        ),
        Case(
            method: "tunables.declare",
            params: ["key": "a"],
            message: "the parameter spec is missing: tunables.declare takes key and spec, or specs",
            facts: ["parameter": "spec"]
        ),
        Case(
            method: "tunables.declare",
            params: ["spec": [:]],
            message: "the parameter key is missing: tunables.declare takes key and spec, or specs",
            facts: ["parameter": "key"]
        ),
        Case(
            method: "tunables.get",
            params: ["key": "a", "as": "int", "default": 1],
            message: "as must be one of \(types.joined(separator: ", ")), got int; did you mean integer?",
            facts: ["parameter": "as", "allowed": .array(types.map(JSON.string)), "nearest": "integer"]
        ),
        Case(
            method: "tunables.set",
            params: ["key": .string(String(repeating: "k", count: 300)), "value": 1],
            message: "key: a key may have at most 256 bytes; \(String(repeating: "k", count: 64))… has 300",
            facts: ["limit": "key", "maximum": 256, "bytes": 300]
        ),
        Case(
            method: "session.hello",
            params: ["client": .string(String(repeating: "c", count: 300))],
            message: "client may have at most 256 bytes, got 300",
            facts: ["bytes": 300]
        ),
        Case(
            method: "subscribe",
            params: [:],
            message: "there is no method subscribe; did you mean tunables.subscribe?",
            facts: ["nearest": "tunables.subscribe"]
        ),
        Case(
            method: "flags.eval",
            params: [:],
            message: "there is no method flags.eval; did you mean flags.evaluate?",
            facts: ["nearest": "flags.evaluate"]
        ),
    ])
    func `an error about a parameter says what was sent and what to send`(call: Case) throws {
        let daemon = try DaemonProcess()
        let refusal = try daemon.client().refusal(of: call.method, call.params)
        #expect(refusal?.message == call.message)
        for fact in call.facts.members {
            #expect(refusal?.data[fact.name] == fact.value)
        }
    }
}
