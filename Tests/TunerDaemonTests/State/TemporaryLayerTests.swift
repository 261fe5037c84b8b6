import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of layers that end by themselves.
@Suite(.blocking) struct TemporaryLayerTests {
    private static func put(_ client: Client, _ value: JSON, for seconds: JSON? = nil) throws {
        var layer: JSONObject = ["name": "team", "values": ["a": value]]
        layer["for"] = seconds
        try client.call("layers.put", .object(layer))
    }

    @Test func `a subscriber is notified when the layer ends`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try Self.put(client, 1)
        try client.call("layers.activate", ["names": ["team"]])
        try client.call("tunables.subscribe", ["keys": ["a"]])
        try Self.put(client, 2, for: 0.05)
        let changes = try (0..<2).map { _ in
            try client.nextNotification(within: .seconds(60))?.params["changes"]?.elements.first?["value"]
        }
        #expect(changes == [2, 1])
        #expect(try client.call("layers.get", ["name": "team"])["end"] == nil)
    }

    @Test func `a kill of the daemon leaves no temporary layer behind`() throws {
        let daemon = try DaemonProcess()
        var client: Client? = try daemon.client()
        try Self.put(try #require(client), 1)
        try client?.call("layers.activate", ["names": ["team"]])
        try Self.put(try #require(client), 2, for: 0.05)
        client = nil
        try daemon.kill()
        let next = try DaemonProcess(in: daemon.directory)
        let other = try next.client()
        #expect(try eventually { try other.value(of: "a") == 1 })
        #expect(try other.call("layers.get", ["name": "team"])["values"]?["a"] == 1)
    }

    @Test func `a layer with a longer time is still temporary after a restart, and can be kept`() throws {
        let daemon = try DaemonProcess()
        var client: Client? = try daemon.client()
        try Self.put(try #require(client), 1)
        try Self.put(try #require(client), 2, for: 3_600)
        let end = try #require(client).call("layers.get", ["name": "team"])["end"]
        client = nil
        try daemon.kill()
        let next = try DaemonProcess(in: daemon.directory)
        let other = try next.client()
        #expect(try other.call("layers.get", ["name": "team"])["end"] == end)
        try other.call("layers.keep", ["name": "team"])
        let listed = try other.call("layers.list")["layers"]?.elements.first
        #expect(listed?["end"] == nil)
        #expect(try other.call("layers.get", ["name": "team"])["values"]?["a"] == 2)
    }

    @Test(arguments: [0, -1, 1e300] as [JSON]) func `a time that is none is refused`(_ seconds: JSON) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let error = try client.refusal(
            of: "layers.put",
            ["name": "team", "values": ["a": 1], "for": seconds]
        )
        #expect(error?.kind == "invalidParams")
        #expect(error?.message.contains("for") == true)
    }
}
