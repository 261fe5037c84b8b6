import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the notifications to flag subscribers.
@Suite(.blocking) struct FlagSubscriptionTests {
    private static let tiers = """
        {"tier": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
         "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "on"]}}}
        """

    private let daemon: DaemonProcess

    init() throws { daemon = try DaemonProcess() }

    @Test func `a subscriber is notified only of changes in its own context`() throws {
        let writer = try daemon.client()
        try writer.call("session.hello", ["client": "writer"])
        let gold = try daemon.client()
        let plain = try daemon.client()
        try gold.call("flags.subscribe", ["keys": ["tier", "ui.DarkMode"], "context": ["tier": "gold"]])
        try plain.call("flags.subscribe", ["keys": ["tier"]])
        try writer.define(Self.tiers)
        let notification = try gold.nextNotification(within: .seconds(60))?.params
        #expect(notification["actor"]["client"] == "writer")
        #expect(notification["from"] == 0)
        #expect(notification["to"] == 1)
        #expect(
            notification["changes"] == [["key": "tier", "value": true, "variant": "on", "reason": "TARGETING_MATCH"]]
        )
        #expect(try plain.nextChanges().first?["value"] == false)
        // This changes the result of only one subscriber.
        try writer.call("flags.set", ["key": "tier", "variant": "on"])
        #expect(try plain.nextChanges().first?["old"] == false)
        try writer.call("flags.set", ["key": "ui.DarkMode", "variant": "on"])
        let next = try gold.nextNotification(within: .seconds(60))?.params
        #expect(next["from"] == 1)
        #expect(next["to"] == 3)
        #expect(next["changes"]?.elements.map { $0["key"] } == ["ui.DarkMode"])
        #expect(try plain.nextNotification(within: .zero) == nil)
    }

    @Test(arguments: ["sync", "relaxed", "none"])
    func `a client receives the notification of its own write before the response`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let wire = try daemon.wire()
        try wire.write(request("flags.subscribe", 1, #"{"keys":["ui.DarkMode"]}"#))
        for number in 2...21 {
            let variant = number.isMultiple(of: 2) ? "on" : "off"
            try wire.write(request("flags.set", number, #"{"key":"ui.DarkMode","variant":"\#(variant)"}"#))
        }
        let text = wire.read { $0.count { $0 == "\n" } >= 41 }
        let lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(lines.count == 41)
        var count = 0
        var isOn = false
        for line in lines.dropFirst() {
            if let change = line["params"]["changes"]?.elements.first {
                count += 1
                #expect(change["old"] == .boolean(isOn))
                isOn.toggle()
                #expect(change["value"] == .boolean(isOn))
            } else {
                #expect(count >= (line["id"]?.integer ?? 0) - 1)
            }
        }
        #expect(count == 20)
    }

    @Test func `a subscription between two changes receives only the second change`() throws {
        let wire = try daemon.wire()
        for round in 0..<3 {
            let id = round * 3
            try wire.write(
                request("flags.set", id, #"{"key":"ui.DarkMode","variant":"on"}"#)
                    + request("flags.subscribe", id + 1, #"{"keys":["ui.DarkMode"]}"#)
                    + request("flags.set", id + 2, #"{"key":"ui.DarkMode","variant":"off"}"#)
            )
            // The earlier subscriptions receive both changes.
            let count = 4 + round * 2
            let text = wire.read { $0.count { $0 == "\n" } >= count }
            let lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
            let notifications = lines.filter { $0["params"]["subscription"] == .string("f\(round + 1)") }
            #expect(notifications.map { $0["params"]["changes"]?.elements.first?["value"] } == [false])
            #expect(lines.count == count)
        }
    }

    @Test func `a subscription in a world between two changes receives only the net change`() throws {
        let wire = try daemon.wire()
        func set(_ variant: String) -> String {
            request("flags.set", 8, #"{"key":"ui.DarkMode","variant":"\#(variant)"}"#)
        }
        let subscribe = request("flags.subscribe", 9, #"{"keys":["ui.DarkMode"]}"#)
        try wire.write(
            request("worlds.create", 0) + set("on") + subscribe + set("off") + subscribe + set("on") + set("off")
        )
        let text = wire.read { $0.count { $0 == "\n" } >= 8 }
        let lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
        let notifications = lines.filter { $0["method"] != nil }.map { $0["params"] }
        #expect(notifications.map { $0["subscription"] } == ["f1"])
        #expect(notifications.map { $0["changes"]?.elements.first?["value"] } == [false])
    }

    @Test func `changes by layers, kill switches and undo are notified`() throws {
        let client = try daemon.client()
        try client.call("flags.subscribe", ["keys": ["tier"], "context": ["tier": "gold"]])
        func expectChange(_ value: JSON?, location: SourceLocation = #_sourceLocation) throws {
            let changes = try client.nextChanges()
            #expect(changes.map { $0["value"] } == [value], sourceLocation: location)
        }
        try client.call("layers.put", ["name": "l", "flags": try JSON.parse(Self.tiers)])
        try client.call("layers.activate", ["names": ["l"]])
        try expectChange(true)
        try client.call("layers.put", ["name": "l", "flags": try JSON.parse(Self.tiers), "killSwitch": true])
        try expectChange(false)
        try client.call("layers.put", ["name": "l", "flags": try JSON.parse(Self.tiers)])
        try expectChange(true)
        try client.call("flags.set", ["key": "tier", "variant": "off"])
        try expectChange(false)
        try client.call("tunables.undo")
        try expectChange(true)
        try client.call("tunables.redo")
        try expectChange(false)
        try client.call("flags.set", ["key": "tier", "variant": "on", "for": 0.05])
        try expectChange(true)
        try expectChange(false)
        try client.call("layers.remove", ["name": "l"])
        try expectChange(nil)
    }

    @Test func `a slow subscriber receives merged changes with the last notified old values`() throws {
        let slow = try daemon.client()
        let text = String(repeating: "x", count: 100_000)
        let writer = try daemon.client()
        try writer.call(
            "flags.define",
            [
                "flags": [
                    "big": [
                        "state": "ENABLED", "variants": ["a": .string(text + "a"), "b": .string(text + "b")],
                        "defaultVariant": "a",
                    ]
                ]
            ]
        )
        try slow.call("flags.subscribe", ["keys": ["big", "ui.DarkMode"]])
        for number in 0..<101 {
            try writer.call("flags.set", ["key": "big", "variant": number.isMultiple(of: 2) ? "b" : "a"])
        }
        try writer.call("flags.set", ["key": "ui.DarkMode", "variant": "on"])
        var variant: JSON? = "a"
        var revision: JSON? = 1
        var count = 0
        var isDark: JSON? = false
        while variant != "b" || isDark != true {
            let notification = try #require(try slow.nextNotification(within: .seconds(60))?.params)
            #expect(notification["from"] == revision)
            revision = notification["to"]
            count += 1
            for change in notification["changes"]?.elements ?? [] {
                if change["key"] == "big" {
                    #expect(change["old"]?.string?.last == variant?.string?.last)
                    variant = change["variant"]
                } else {
                    isDark = change["value"]
                }
            }
        }
        #expect(revision == 103)
        #expect(count < 60)
    }

    @Test func `a subscription ends with unsubscribe, with its connection and with its world`() throws {
        let client = try daemon.client()
        #expect(try client.call("flags.subscribe")["subscription"] == "f1")
        #expect(try client.call("tunables.subscribe")["subscription"] == "t2")
        #expect(try client.call("server.info")["subscriptions"] == 2)
        #expect(try client.call("flags.unsubscribe", ["subscription": "f1"]) == true)
        #expect(try client.refusal(of: "flags.unsubscribe", ["subscription": "f1"])?.kind == "invalidParams")
        let other = try client.refusal(of: "flags.unsubscribe", ["subscription": "t2"])
        #expect(other?.kind == "invalidParams")
        #expect(other?.message == "another method has made the subscription t2: call unsubscribe of the same family")
        try client.call("flags.set", ["key": "ui.DarkMode", "variant": "on"])
        #expect(try client.nextNotification(within: .zero) == nil)
        let member = try daemon.client()
        let world = try member.call("worlds.create")["world"] ?? ""
        try member.call("flags.subscribe")
        #expect(try client.call("server.info")["subscriptions"] == 2)
        try client.call("worlds.drop", ["world": world])
        #expect(try client.call("server.info")["subscriptions"] == 1)
        var gone: Client? = try daemon.client()
        try gone?.call("flags.subscribe")
        gone = nil
        #expect(try eventually { try client.call("server.info")["subscriptions"] == 1 })
    }

    @Test func `flag and tunable subscriptions share one limit per connection`() throws {
        let daemon = try DaemonProcess("--max-subscriptions 2")
        let client = try daemon.client()
        try client.call("flags.subscribe")
        try client.call("tunables.subscribe")
        #expect(try client.refusal(of: "flags.subscribe")?.kind == "tooLarge")
        #expect(try client.refusal(of: "tunables.subscribe")?.kind == "tooLarge")
    }

    @Test func `a time-dependent flag is notified at its next edit, with the last notified old value`() throws {
        // The time may pass before the subscription exists. Then the test repeats with a longer time.
        #expect(try [2, 10, 40].contains { try isNotifiedWhenTouched(behind: $0) })
    }

    /// Changes a flag after its result has changed with the time; returns false if the time passed before the
    /// subscription.
    private func isNotifiedWhenTouched(behind seconds: Int64) throws -> Bool {
        let client = try daemon.client()
        let now = Kernel.wallTime().milliseconds / 1_000
        let flag = """
            {"clock": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a",
             "targeting": {"if": [{"<": [{"var": "$flagd.timestamp"}, \(now + seconds)]}, "a", "b"]}}}
            """
        try client.define(flag)
        try client.call("flags.subscribe", ["keys": ["clock"]])
        guard try client.evaluate("clock")["variant"] == "a" else { return false }
        #expect(try eventually { try client.evaluate("clock")["variant"] == "b" })
        #expect(try client.nextNotification(within: .zero) == nil)
        let touched = flag.replacing("\"defaultVariant\": \"a\"", with: "\"defaultVariant\": \"b\"")
        try client.define(touched)
        let changes = try client.nextChanges()
        #expect(changes == [["key": "clock", "value": 2, "old": 1, "variant": "b", "reason": "TARGETING_MATCH"]])
        try client.define(flag)
        #expect(try client.nextNotification(within: .zero) == nil)
        return true
    }
}
