import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of calls that include locked keys: those keys keep their values, and the response names them.
@Suite(.blocking) struct SkippedKeyTests {
    private func prepare(_ client: Client) throws {
        try client.call("tunables.update", ["values": ["free": 1, "locked": 1]])
        let spec: JSON = ["type": "integer", "default": 1, "readOnly": true]
        try client.call("tunables.declare", ["key": "fixed", "spec": spec])
        try client.call("layers.put", ["name": "policy", "values": ["locked": 5], "locks": ["locked"]])
        try client.call("layers.activate", ["names": ["policy"]])
    }

    private static let skipped: JSON = [
        ["key": "fixed", "reason": "readOnly"], ["key": "locked", "reason": "locked", "layer": "policy"],
    ]

    @Test(arguments: ["tunables.setAll", "tunables.import"])
    func `setAll and import skip locked keys, and a dry run names the skipped keys`(method: String) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try prepare(client)
        let values: JSON = ["fixed": 2, "free": 2, "locked": "any"]
        let dry = try client.call(method, ["values": values, "dryRun": true])
        #expect(dry["left"] == Self.skipped)
        #expect(try client.value(of: "free") == 1)
        let result = try client.call(method, ["values": values])
        #expect(result["left"] == Self.skipped)
        #expect(result["changed"] == true)
        #expect(result["changes"] == dry["changes"])
        #expect(result["changes"]?.elements.count == 1)
        #expect(try client.value(of: "free") == 2)
        #expect(try client.value(of: "fixed") == 1)
        #expect(try client.value(of: "locked") == 5)
        // A value that is already stored or visible needs no change, so the response names no key.
        let again = try client.call(method, ["values": ["fixed": 1, "free": 2, "locked": 1]])
        #expect(again["left"] == nil)
        #expect(again["changed"] == false)
        // A call with a single key is still refused.
        #expect(try client.refusal(of: "tunables.set", ["key": "locked", "value": 1])?.kind == "readOnly")
        #expect(try client.refusal(of: "tunables.update", ["values": ["fixed": 2]])?.kind == "readOnly")
    }

    @Test func `import skips values under invalid that the declaration does not allow`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let spec: JSON = ["type": "integer", "default": 1, "maximum": 10]
        try client.call("tunables.declare", ["specs": ["a": spec, "b": spec, "c": spec]])
        let result = try client.call(
            "tunables.import",
            ["values": ["a": 2], "invalid": ["a": 50, "b": 50, "c": 5, "free": true]]
        )
        #expect(result["left"] == [["key": "b", "reason": "invalid"]])
        #expect(try client.value(of: "a") == 2)
        #expect(try client.value(of: "b") == 1)
        #expect(try client.value(of: "c") == 5)
        #expect(try client.value(of: "free") == true)
        #expect(try client.refusal(of: "tunables.import", ["values": ["b": 50], "invalid": [:]])?.kind == "outOfRange")
        #expect(
            try client.refusal(of: "tunables.import", ["invalid": ["c": 6], "ifRevision": 0])?.kind == "conflict"
        )
        let clamped = try client.call("tunables.import", ["invalid": ["b": 50], "clamp": true])
        #expect(clamped["left"] == nil)
        #expect(try client.value(of: "b") == 10)
    }

    @Test(arguments: [0, 3, 5_000])
    func `an export contains the invalid values, however many valid keys exist`(valid: Int) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let values = JSONObject((0..<valid).map { ("k\($0)", JSON.integer(1)) })
        try client.call("tunables.update", ["values": .object(values)])
        #expect(try client.call("tunables.export")["invalid"] == nil)
        try client.call("tunables.update", ["values": ["z1": 50, "z2": "x"]])
        let spec: JSON = ["type": "integer", "default": 1, "maximum": 10]
        try client.call("tunables.declare", ["specs": ["z1": spec, "z2": spec]])
        let exported = try client.call("tunables.export")
        #expect(exported["invalid"] == ["z1": 50, "z2": "x"])
        #expect(exported["values"] == .object(values))
    }

    @Test func `resetAll names the keys that it skipped, up to 1000`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try prepare(client)
        let result = try client.call("tunables.resetAll")
        #expect(result["left"] == [["key": "locked", "reason": "locked", "layer": "policy"]])
        #expect(try client.value(of: "free") == nil)
        let values = JSONObject((0..<1_001).map { ("k\($0)", JSON.integer(1)) })
        try client.call("tunables.update", ["values": .object(values)])
        try client.call("layers.put", ["name": "policy", "values": .object(values), "locks": ["k*"]])
        let many = try client.call("tunables.resetAll")
        #expect(many["left"]?.elements.count == 1_000)
        #expect(many["more"] == true)
    }
}
