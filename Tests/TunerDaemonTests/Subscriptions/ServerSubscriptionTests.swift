import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the notifications to subscribers of the daemon itself.
@Suite(.blocking) struct ServerSubscriptionTests {
    private let daemon: DaemonProcess
    private let watcher: Client
    private let writer: Client

    init() throws {
        daemon = try DaemonProcess()
        watcher = try daemon.client()
        writer = try daemon.client()
    }

    /// Returns the parameters of the next notification, without the subscription's name.
    private func next(_ client: Client, within limit: Duration = .seconds(60)) throws -> JSON? {
        guard let notification = try client.nextNotification(within: limit),
            case .object(var params) = notification.params
        else { return nil }
        #expect(notification.method == "server.changed")
        #expect(params["subscription"] == "v1")
        params["subscription"] = nil
        return .object(params)
    }

    private func lines(_ count: Int, from wire: TestPeer) throws -> [JSON] {
        let text = wire.read { $0.count { $0 == "\n" } >= count }
        return try text.split(separator: "\n").map { try JSON.parse(String($0)) }
    }

    @Test func `a subscriber receives the server's facts, then each change of layers and kill switches`() throws {
        let response = try watcher.call("server.subscribe")
        let info = try watcher.call("server.info")
        #expect(response["subscription"] == "v1")
        #expect(response["subscriptions"] == 1)
        let names = response.members.map(\.name).filter { $0 != "subscription" }
        #expect(names == info.members.map(\.name))
        try writer.call("layers.put", ["name": "business", "values": ["a": 1], "killSwitch": true])
        #expect(try next(watcher) == ["layers": 1])
        try writer.call("layers.activate", ["names": ["business"]])
        let limited = try next(watcher)
        #expect(limited["layers"] == 1)
        #expect(limited["limited"] == (try writer.call("server.info")["limited"]))
        #expect(limited["limited"]["on"] == true)
        try writer.call("layers.remove", ["name": "business"])
        #expect(try next(watcher) == ["limited": ["on": false, "by": []], "layers": 0])
        // These requests change no facts about the daemon.
        try writer.call("tunables.set", ["key": "a", "value": 1])
        try writer.call("layers.put", ["name": "l", "dryRun": true])
        try watcher.call("ping")
        #expect(try watcher.nextNotification(within: .zero) == nil)
    }

    @Test func `a slow client receives the notification of its own change before the response`() throws {
        let daemon = try DaemonProcess("--durability none")
        let writer = try daemon.client()
        let wire = try daemon.wire()
        try wire.write(request("server.subscribe", 1) + request("tunables.subscribe", 2))
        _ = wire.read { $0.count { $0 == "\n" } == 2 }
        let text = String(repeating: "x", count: 100_000)
        for key in 0..<20 { try writer.call("tunables.set", ["key": .string("k\(key)"), "value": .string(text)]) }
        try wire.write(request("flags.killSwitch", 3, #"{"on":true,"match":"u*"}"#))
        // The daemon handles the request before the client reads any notification.
        try writer.call("ping")
        let response = #"{"jsonrpc":"2.0","id":3,"#
        let lines = try wire.read { $0.split(separator: "\n").last?.hasPrefix(response) == true && $0.hasSuffix("\n") }
            .split(separator: "\n").map { try JSON.parse(String($0)) }
        let notification = try #require(lines.first { $0["method"] == "server.changed" })
        #expect(notification["params"]?["limited"]?["on"] == true)
        #expect(lines.last?["id"] == 3)
    }

    @Test func `a rejected, renewed or stale layer is notified`() throws {
        try writer.call("layers.put", ["name": "l", "values": ["a": 1], "ttl": 3600])
        try watcher.call("server.subscribe")
        _ = try writer.refusal(of: "layers.put", ["name": "l", "values": ["a b": 1]])
        #expect(try next(watcher) == ["layers": 1])
        #expect(try writer.call("layers.list")["layers"]?.elements.first["rejected"]["count"] == 1)
        try writer.call("layers.put", ["name": "l", "values": ["a": 1], "ttl": 1])
        #expect(try next(watcher) == ["layers": 1])
        #expect(try next(watcher) == ["layers": 1])
        #expect(try writer.call("layers.list")["layers"]?.elements.first["stale"] == true)
    }

    @Test func `a new, a changed and a removed declaration are notified, a repeated one and values are not`() throws {
        try watcher.call("server.subscribe")
        for maximum: Int64 in [4, 8, 8] {
            let spec: JSON = ["type": "integer", "maximum": .integer(maximum)]
            try writer.call("tunables.declare", ["key": "a", "spec": spec, "replace": true])
        }
        #expect(try next(watcher) == ["tunables": 1])
        #expect(try next(watcher) == ["tunables": 1])
        try writer.call("tunables.set", ["key": "a", "value": 2])
        try writer.call("tunables.set", ["key": "free", "value": 2])
        try writer.call("tunables.forget", ["key": "a"])
        #expect(try next(watcher) == ["tunables": 1])
    }

    @Test func `a subscriber is notified when a try begins and ends, also if no value changes`() throws {
        try watcher.call("server.subscribe")
        func attempt(_ key: String) throws -> JSON {
            try #require(try writer.call("tunables.try", ["values": [key: 1], "for": 600])["try"])
        }
        let (kept, cancelled, replaced) = (try attempt("kept"), try attempt("cancelled"), try attempt("replaced"))
        for count: Int64 in 1...3 { #expect(try next(watcher) == ["tries": .integer(count)]) }
        #expect(try writer.call("tunables.confirm", ["try": kept])["changes"] == [])
        #expect(try next(watcher) == ["tries": 2])
        try writer.call("tunables.cancel", ["try": cancelled])
        #expect(try next(watcher) == ["tries": 1])
        try writer.call("tunables.set", ["key": "replaced", "value": 2])
        #expect(try next(watcher) == ["tries": 0])
        #expect(try writer.refusal(of: "tunables.confirm", ["try": replaced])?.kind == "conflict")
    }

    @Test func `a client receives the notification of its own change before the response`() throws {
        let wire = try daemon.wire()
        try wire.write(
            request("server.subscribe", 1) + request("layers.put", 2, #"{"name":"l"}"#)
                + request("layers.put", 3, #"{"name":"l","ttl":-1}"#)
        )
        let lines = try lines(5, from: wire)
        #expect(lines.compactMap { $0["id"] } == [1, 2, 3])
        // The notification about a refused layer comes at once, before responses that wait for the disk.
        let counts = lines[1..<3].map { $0["params"]["layers"] }
        #expect(counts == [0, 1])
    }

    @Test func `a subscription after a write in one message shows the write only in its response`() throws {
        let wire = try daemon.wire()
        try wire.write(request("layers.put", 1, #"{"name":"l"}"#) + request("server.subscribe", 2))
        let lines = try lines(2, from: wire)
        #expect(lines.map { $0["id"] } == [1, 2])
        #expect(lines.last?["result"]["layers"] == 1)
        try writer.call("layers.put", ["name": "other"])
        let notification = wire.read { $0.contains("\n") }
        #expect(notification.contains(#""layers":2"#))
    }

    @Test func `a subscription ends with unsubscribe and with its connection`() throws {
        try watcher.call("server.subscribe")
        try watcher.call("tunables.subscribe", ["initial": false])
        #expect(try writer.call("server.info")["subscriptions"] == 2)
        #expect(try watcher.refusal(of: "tunables.unsubscribe", ["subscription": "v1"])?.kind == "invalidParams")
        #expect(try watcher.call("server.unsubscribe", ["subscription": "v1"]) == true)
        #expect(try watcher.refusal(of: "server.unsubscribe", ["subscription": "v1"])?.kind == "invalidParams")
        try writer.call("layers.put", ["name": "l"])
        try watcher.call("ping")
        #expect(try watcher.nextNotification(within: .zero) == nil)
        let wire = try daemon.wire()
        try wire.write(request("server.subscribe", 1))
        _ = wire.read { $0.contains("\n") }
        #expect(try writer.call("server.info")["subscriptions"] == 2)
        wire.close()
        #expect(try eventually { try writer.call("server.info")["subscriptions"] == 1 })
    }

    @Test func `server and tunable subscriptions share one limit per connection`() throws {
        let daemon = try DaemonProcess("--max-subscriptions 2")
        let client = try daemon.client()
        try client.call("server.subscribe")
        try client.call("tunables.subscribe")
        for method in ["server.subscribe", "tunables.subscribe"] {
            #expect(try client.refusal(of: method)?.kind == "tooLarge")
        }
        try client.call("server.unsubscribe", ["subscription": "v1"])
        #expect(try client.call("server.subscribe")["subscription"] == "v3")
    }

    @Test func `a slow subscriber receives merged server changes`() throws {
        try watcher.call("server.subscribe")
        try watcher.call("tunables.subscribe")
        let text = String(repeating: "x", count: 100_000)
        for number in 0..<60 as Range<Int64> {
            try writer.call("tunables.set", ["key": "k", "value": .string("\(number) \(text)")])
        }
        for number in 0..<50 { try writer.call("layers.put", ["name": .string("l\(number)")]) }
        var changes: [JSON?] = []
        while changes.last??["layers"] != 50, let notification = try watcher.nextNotification(within: .seconds(60)) {
            if notification.method == "server.changed" { changes.append(notification.params) }
        }
        #expect(changes.last??["layers"] == 50)
        #expect(changes.count < 50)
    }
}
