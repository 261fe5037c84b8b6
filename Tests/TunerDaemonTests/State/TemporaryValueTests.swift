import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the ends of temporary values, as clients see them.
@Suite(.blocking) struct TemporaryValueTests {
    private static let world: JSON = ["world": "w-0123456789abcdef"]
    private let daemon: DaemonProcess
    private let client: Client

    init() throws {
        daemon = try DaemonProcess()
        client = try daemon.client()
        try client.call("tunables.set", ["key": "a", "value": 1])
    }

    private func listed(_ client: Client, _ key: String = "a") throws -> JSON? {
        try client.call("tunables.list", ["match": .string(key)])["tunables"]?.elements.first
    }

    private func described(_ client: Client, _ key: String = "a") throws -> JSON {
        try client.call("tunables.describe", ["key": .string(key)])
    }

    @Test func `a temporary value shows its end and the value after it, until a lasting one replaces it`() throws {
        #expect(try listed(client)?["end"] == nil)
        try client.call("tunables.set", ["key": "a", "value": 2, "for": 3_600])
        let text = try #require(try listed(client)?["end"]?.string)
        let end = try #require(WallTime(rfc3339: text)).seconds
        let now = Kernel.wallTime().seconds
        #expect((now + 3_500...now + 3_600).contains(end))
        #expect(try described(client)["end"] == .string(text))
        #expect(try described(client)["next"] == 1)
        try client.call("tunables.set", ["key": "a", "value": 2])
        #expect(try listed(client)?["end"] == nil)
        #expect(try described(client)["end"] == nil)
        #expect(try described(client)["next"] == nil)
    }

    @Test func `the value after the end is the one of the layer or default, or none`() throws {
        try client.call("tunables.declare", ["key": "b", "spec": ["type": "integer", "default": 5]])
        try client.call("tunables.set", ["key": "b", "value": 6, "for": 3_600])
        #expect(try described(client, "b")["next"] == 5)
        try client.call("layers.put", ["name": "l", "values": ["b": 7]])
        try client.call("layers.activate", ["names": ["l"]])
        #expect(try described(client, "b")["next"] == 7)
        try client.call("tunables.set", ["key": "c", "value": ["x": 1], "for": 3_600])
        #expect(try described(client, "c")["end"] != nil)
        #expect(try described(client, "c")["next"] == nil)
    }

    @Test func `a limited key has no end, because its default does not end`() throws {
        try client.call("tunables.declare", ["key": "a", "spec": ["type": "integer", "default": 5]])
        try client.call("tunables.set", ["key": "a", "value": 2, "for": 3_600])
        try client.call("flags.killSwitch", ["on": true, "match": "a"])
        #expect(try listed(client)?["end"] == nil)
        #expect(try described(client)["end"] == nil)
    }

    @Test func `a member of a world sees the end of the world's value`() throws {
        let member = try daemon.client()
        try member.call("worlds.create", Self.world)
        try client.call("tunables.set", ["key": "a", "value": 2, "for": 3_600])
        let shared = try listed(client)?["end"]
        #expect(try listed(member)?["end"] == shared)
        try member.call("tunables.subscribe", [:])
        try member.call("tunables.set", ["key": "a", "value": 3, "for": 7_200])
        let own = try listed(member)?["end"]
        #expect(own != nil && own != shared)
        #expect(try described(member)["next"] == 2)
        #expect(try member.nextNotification(within: .seconds(60))?.params["changes"]?.elements.first?["end"] == own)
        try member.call("tunables.set", ["key": "a", "value": 4])
        #expect(try listed(member)?["end"] == nil)
        #expect(try listed(client)?["end"] == shared)
    }

    @Test func `the end survives a restart, with the history`() throws {
        try client.call("tunables.set", ["key": "a", "value": 2, "for": 3_600])
        let description = try described(client)
        let history = try client.call("tunables.history")
        #expect(history["commits"]?.elements.first?["changes"]?.elements.first?["end"] == description["end"])
        // The first start reads the journal, the second one a snapshot.
        try daemon.kill()
        let second = try DaemonProcess(in: daemon.directory)
        #expect(try described(second.client()) == description)
        try second.stop()
        let third = try DaemonProcess(in: daemon.directory)
        #expect(try described(third.client()) == description)
        #expect(try third.client().call("tunables.history") == history)
    }

    @Test func `a notification has the end of a temporary value, and none for other values`() throws {
        let watcher = try daemon.client()
        try watcher.call("tunables.subscribe", [:])
        try client.call("tunables.set", ["key": "a", "value": 2, "for": 3_600])
        let change = try watcher.nextNotification(within: .seconds(60))?.params["changes"]?.elements.first
        #expect(try change?["end"] == described(client)["end"] && change?["end"] != nil)
        try client.call("tunables.set", ["key": "a", "value": 3])
        let last = try watcher.nextNotification(within: .seconds(60))?.params["changes"]?.elements.first
        #expect(last == ["key": "a", "value": 3, "old": 2, "origin": "local"])
    }
}
