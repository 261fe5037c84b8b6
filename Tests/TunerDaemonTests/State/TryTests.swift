import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of tries with the real daemon.
@Suite(.blocking) struct TryTests {
    private static let hour: JSON = 3_600

    /// Returns a daemon in which `a` and `b` are 1 and the flag `beta` is off.
    private static func daemon() throws -> DaemonProcess {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("tunables.update", ["values": ["a": 1, "b": 1]])
        try client.call("flags.declare", ["flags": ["beta": ["type": "boolean", "default": false]]])
        return daemon
    }

    /// Begins a try of everything, and returns its number.
    private static func begin(_ client: Client, for seconds: JSON) throws -> JSON {
        let result = try client.call(
            "tunables.try",
            [
                "values": ["a": 2, "b": 2], "flags": [["key": "beta", "value": true]],
                "layer": ["name": "night", "values": ["c": 2]], "for": seconds,
            ]
        )
        return try #require(result["try"])
    }

    /// Returns the values of the tunables and of the flag.
    private static func picture(_ client: Client) throws -> [JSON?] {
        let values = try client.call("tunables.getAll")["values"]
        let flag = try client.call("flags.evaluate", ["key": "beta"])["value"]
        return [values?["a"], values?["b"], values?["c"], flag]
    }

    private static let before: [JSON?] = [1, 1, nil, false]
    private static let during: [JSON?] = [2, 2, 2, true]

    @Test func `a kill of the daemon leaves no change of a try behind`() throws {
        let daemon = try Self.daemon()
        var client: Client? = try daemon.client()
        _ = try Self.begin(try #require(client), for: 0.05)
        client = nil
        try daemon.kill()
        let next = try DaemonProcess(in: daemon.directory)
        let other = try next.client()
        #expect(try eventually { try Self.picture(other) == Self.before })
        #expect(try other.call("tunables.tries")["tries"] == [])
        #expect(try other.call("layers.list")["layers"] == [])
    }

    @Test func `a try is still pending after a restart, and can be confirmed`() throws {
        let daemon = try Self.daemon()
        var client: Client? = try daemon.client()
        let id = try Self.begin(try #require(client), for: Self.hour)
        let listed = try #require(client).call("tunables.tries")["tries"]?.elements.first
        #expect(listed?["keys"] == ["a", "b"])
        #expect(listed?["flags"] == ["beta"])
        #expect(listed?["layer"] == "night")
        client = nil
        try daemon.kill()
        let next = try DaemonProcess(in: daemon.directory)
        let other = try next.client()
        let again = try other.call("tunables.tries")["tries"]?.elements.first
        #expect(again?["end"] == listed?["end"])
        #expect(again?["try"] == id)
        try other.call("tunables.confirm", ["try": id])
        #expect(try Self.picture(other) == Self.during)
        #expect(try other.call("tunables.describe", ["key": "a"])["end"] == nil)
        #expect(try other.call("layers.get", ["name": "night"])["end"] == nil)
    }

    @Test func `the history has the reason of a cancelled try`() throws {
        let daemon = try Self.daemon()
        let client = try daemon.client()
        let id = try Self.begin(client, for: Self.hour)
        let began = try client.call("tunables.last")["tries"]?.elements.first
        #expect(began?["try"] == id)
        #expect(began?["end"] != nil)
        try client.call("tunables.cancel", ["try": id, "reason": "p99 rose\nto 40 ms"])
        #expect(try Self.picture(client) == Self.before)
        let last = try client.call("tunables.last")
        #expect(last["operation"] == "tunables.cancel")
        #expect(last["tries"] == [["try": id, "outcome": "reverted", "reason": "p99 rose\nto 40 ms"]])
    }

    @Test func `a subscriber is notified of all changes of a try at once, and of its end`() throws {
        let daemon = try Self.daemon()
        let client = try daemon.client()
        try client.call("tunables.subscribe", [:])
        _ = try Self.begin(try daemon.client(), for: 0.05)
        let changes = try (0..<2).map { _ in
            try client.nextNotification(within: .seconds(60))?.params["changes"]?.elements.map { $0["value"] }
        }
        #expect(changes == [[2, 2, 2], [1, 1, nil]])
    }

    @Test func `the change of another client stays, and the result names it`() throws {
        let daemon = try Self.daemon()
        let client = try daemon.client()
        let id = try Self.begin(client, for: Self.hour)
        let other = try daemon.client()
        try other.call("session.hello", ["client": "person"])
        try other.call("tunables.set", ["key": "a", "value": 7])
        let replaced = try client.call("tunables.tries")["tries"]?.elements.first?["replaced"]?.elements
        #expect(replaced?.map { $0["key"] } == ["a"])
        #expect(replaced?.first?["by"]?["client"] == "person")
        let result = try client.call("tunables.cancel", ["try": id])
        #expect(result["replaced"]?.elements.count == 1)
        #expect(try Self.picture(client) == [7, 1, nil, false])
    }

    @Test func `a dry run of a try changes nothing`() throws {
        let daemon = try Self.daemon()
        let client = try daemon.client()
        let result = try client.call("tunables.try", ["values": ["a": 5], "for": Self.hour, "dryRun": true])
        #expect(result["changes"]?.elements.first?["value"] == 5)
        #expect(try Self.picture(client) == Self.before)
        #expect(try client.call("tunables.tries")["tries"] == [])
    }

    @Test(arguments: [
        (#"{"for":9}"#, "values, flags or a layer"), (#"{"values":{"a":1}}"#, "for"),
        (#"{"values":{"a":1},"for":0}"#, "for"),
        (#"{"flags":[{"key":"beta"}],"for":9}"#, "variant or value"),
        (#"{"flags":[{"key":"beta","value":true},{"key":"beta","value":false}],"for":9}"#, "twice"),
        (#"{"layer":{"name":"b","for":3},"for":9}"#, "for"),
    ])
    func `wrong parameters are refused`(parameters: String, words: String) throws {
        let daemon = try Self.daemon()
        let refusal = try daemon.client().refusal(of: "tunables.try", try JSON.parse(parameters))
        #expect(refusal?.kind == "invalidParams")
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
    }
}
