import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests that parameters beyond their limits are refused before the daemon uses memory for them.
@Suite(.blocking) struct LargeParameterTests {
    /// A call with one parameter that is too large.
    struct Call: Sendable, CustomTestStringConvertible {
        let method: String
        let parameter: String
        var key: String?
        let params: @Sendable (JSON) -> JSON

        var testDescription: String { "\(method) \(parameter)" }
    }

    static let calls = [
        Call(method: "tunables.set", parameter: "value", key: "k") { ["key": "k", "value": $0] },
        Call(method: "tunables.set", parameter: "value", key: "k") { ["value": $0, "key": "k"] },
        Call(method: "tunables.set", parameter: "value", key: "k") { ["k", $0] },
        Call(method: "tunables.set", parameter: "value") { ["value": $0] },
        Call(method: "tunables.set", parameter: "value") { ["key": 7, "value": $0] },
        Call(method: "tunables.get", parameter: "default") { ["key": "k", "default": $0] },
        Call(method: "tunables.update", parameter: "values", key: "k") { ["values": ["a": 1, "k": $0]] },
        Call(method: "tunables.setAll", parameter: "values", key: "k") { ["values": ["a": 1, "k": $0]] },
        Call(method: "tunables.import", parameter: "values", key: "k") { ["values": ["a": 1, "k": $0]] },
        Call(method: "tunables.declare", parameter: "spec", key: "k") {
            ["key": "k", "spec": ["type": "array", "default": $0]]
        },
        Call(method: "flags.set", parameter: "value", key: "f") { ["key": "f", "value": $0] },
        Call(method: "flags.evaluate", parameter: "context") { ["key": "f", "context": ["list": $0]] },
        Call(method: "flags.evaluateAll", parameter: "context") { ["context": ["list": $0]] },
        Call(method: "flags.subscribe", parameter: "context") { ["context": ["list": $0]] },
        Call(method: "stew.compute", parameter: "context") { ["context": ["list": $0]] },
        Call(method: "stew.subscribe", parameter: "context") { ["context": ["list": $0]] },
    ]

    @Test(arguments: calls)
    func `the daemon refuses a value over the limit and names the parameter`(call: Call) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let list = JSON.array([JSON](repeating: 0, count: 1 << 19))
        let refusal = try client.refusal(of: call.method, call.params(list))
        #expect(refusal?.kind == "tooLarge")
        #expect(refusal?.data["limit"] == "value")
        #expect(refusal?.data["maximum"] == 1_048_576)
        #expect(refusal?.data["parameter"] == .string(call.parameter))
        #expect(refusal?.data["key"] == call.key.map { .string($0) })
        #expect(try client.call("tunables.getAll")["values"] == [:])
    }

    @Test(arguments: ["tunables.subscribe", "flags.subscribe"])
    func `the limit of keys applies to each subscription separately`(method: String) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let keys = (0..<16_385).map { JSON.string("k\($0)") }
        let refusal = try client.refusal(of: method, ["keys": .array(keys)])
        #expect(refusal?.kind == "tooLarge")
        #expect(refusal?.data["limit"] == "subscribedKeys")
        #expect(refusal?.data["maximum"] == 16_384)
        #expect(refusal?.data["parameter"] == "keys")
        try client.call(method, ["keys": .array(Array(keys.dropLast()))])
        try client.call(method, ["keys": .array(Array(keys.suffix(1)))])
    }

    @Test func `a context at the value limit is accepted`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        // The largest `{"list":[0,…]}` within the limit.
        let list = JSON.array([JSON](repeating: 0, count: ((1 << 20) - 11) / 2))
        try client.call("stew.compute", ["context": ["list": list]])
    }
}
