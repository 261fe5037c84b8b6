import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of keys that a client adds to a subscription.
@Suite(.blocking) struct ExtendingTests {
    private func next(_ client: Client) throws -> JSON? {
        try client.nextNotification(within: .seconds(60))?.params
    }

    @Test(arguments: ["sync", "none"])
    func `a subscription to which keys were added has one notification of a commit`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let (writer, watcher) = (try daemon.client(), try daemon.client())
        try writer.call("tunables.update", ["values": ["a": 1, "b": 2, "c": 3]])
        try watcher.call("tunables.subscribe", ["keys": ["a"]])
        try writer.call("tunables.set", ["key": "a", "value": 10])
        #expect(try next(watcher)["to"] == 2)
        let response = try watcher.call("tunables.subscribe", ["keys": ["b", "a", "new"], "extends": "t1"])
        #expect(response["values"] == ["a": 10, "b": 2] && response["subscription"] == "t1")
        #expect(response["revision"] == 2 && response["resumed"] == false)
        try writer.call("tunables.update", ["values": ["a": 11, "b": 12, "c": 13, "new": 14]])
        let notification = try next(watcher)
        #expect(notification["from"] == 2 && notification["to"] == 3)
        #expect(notification["changes"]?.elements.map { $0["key"] } == ["a", "b", "new"])
        #expect(try writer.call("server.info")["subscriptions"] == 1)
        #expect(try watcher.call("tunables.unsubscribe", ["subscription": "t1"]) == true)
        try writer.call("tunables.set", ["key": "b", "value": 0])
        // A notification would be sent before a response.
        #expect(try watcher.call("ping") == "pong")
        #expect(try watcher.nextNotification(within: .zero)?.params == nil)
    }

    @Test func `keys that were added follow the connection to another world`() throws {
        let daemon = try DaemonProcess()
        let (writer, watcher) = (try daemon.client(), try daemon.client())
        try writer.call("worlds.create", ["world": "w-0123456789abcdef"])
        try writer.call("session.hello", ["world": "w-0123456789abcdef"])
        try writer.call("tunables.set", ["key": "b", "value": 5])
        try watcher.call("session.hello", ["world": "w-0123456789abcdef"])
        try watcher.call("tunables.subscribe", ["keys": ["a"]])
        let response = try watcher.call("tunables.subscribe", ["keys": ["b"], "extends": "t1"])
        #expect(response["values"] == ["b": 5])
        try writer.call("tunables.set", ["key": "b", "value": 6])
        #expect(try next(watcher)["changes"]?.elements.first?["value"] == 6)
        try watcher.call("session.hello", [:])
        #expect(try next(watcher)["changes"] == [["key": "b", "old": 6]])
    }

    @Test func `a request that cannot add keys says why`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("flags.subscribe", ["keys": ["f"]])
        try client.call("tunables.subscribe", ["keys": ["a"]])
        func refusal(_ params: JSON) -> JSON? {
            do {
                try client.call("tunables.subscribe", params)
                return nil
            } catch {
                guard case .refused(let error) = error else { return nil }
                return error.data["parameter"] ?? error.data["kind"]
            }
        }
        #expect(refusal(["keys": ["b"], "extends": "t9"]) == "extends")
        #expect(refusal(["keys": ["b"], "extends": "f1"]) == "extends")
        #expect(refusal(["extends": "t2"]) == "keys")
        #expect(refusal(["keys": ["b"], "extends": "t2", "ack": true]) == "extends")
        #expect(refusal(["keys": ["no key"], "extends": "t2"]) == "keys")
        let many = JSON.array((0..<16_384).map { .string("k\($0)") })
        #expect(refusal(["keys": many, "extends": "t2"]) == "tooLarge")
        #expect(refusal(["keys": ["b"], "extends": "t2"]) == nil)
    }

    @Test func `a client whose write is not on the disk cannot add keys`() throws {
        let daemon = try DaemonProcess("--durability sync")
        let wire = try daemon.wire()
        try wire.write(
            request("tunables.subscribe", 1, #"{"keys":["a"]}"#)
                + request("tunables.set", 2, #"{"key":"b","value":1}"#)
                + request("tunables.subscribe", 3, #"{"keys":["b"],"extends":"t1"}"#)
        )
        let text = wire.read { $0.count { $0 == "\n" } >= 3 }
        let lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(lines.last?["error"]?["data"]?["kind"] == "busy")
    }
}
