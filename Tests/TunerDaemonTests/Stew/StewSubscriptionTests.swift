import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

/// Tests of the notifications to stew subscribers.
@Suite(.blocking) struct StewSubscriptionTests {
    private let daemon: DaemonProcess
    private let client: Client
    private let writer: Client

    init() throws {
        daemon = try DaemonProcess()
        client = try daemon.client()
        writer = try daemon.client()
    }

    private func set(_ key: String, _ value: JSON) throws {
        try writer.call("tunables.set", ["key": .string(key), "value": value])
    }

    @Test func `a changed constant notifies only the subscribers whose plans change`() throws {
        let cherry = try daemon.client()
        try client.call("stew.subscribe", ["varietal": "roma"])
        try cherry.call("stew.subscribe", ["varietal": "cherry"])
        try set("stew.varietal.cherry", 2)
        let notified = try #require(try cherry.nextStew())
        #expect(notified["subscription"] == "w1")
        #expect(notified["minutes"] == 60)
        #expect(notified["inputs"]["varietal"] == "cherry")
        #expect(try client.nextNotification(within: .zero) == nil)
        // A change of less than the rationale shows causes no notification.
        try set("stew.varietal.roma", 1.000001)
        try set("stew.v2.base", 90)
        try set("unrelated", 1)
        try client.call("ping")
        #expect(try client.nextNotification(within: .zero) == nil)
        // The minutes stay, but a step of the rationale changes.
        try set("stew.varietal.roma", 1.001)
        let changed = try #require(try client.nextStew())
        #expect(changed["minutes"] == 30)
        let rationale = String(describing: changed["rationale"])
        #expect(rationale.contains("× 1.001 for Roma × 1 for Crushed is 30.03 min, under 35 min"))
        try set("stew.varietal.roma", 1.2)
        #expect(try client.nextStew()["minutes"] == 36)
        #expect(try cherry.nextNotification(within: .zero) == nil)
    }

    @Test func `notifications use each subscriber's context and the preferred unit`() throws {
        try client.call("stew.subscribe", ["context": ["tier": "gold"]])
        try client.call("stew.subscribe", ["units": "F"])
        try writer.define(
            """
            {"algo.reductionModel": {"state": "ENABLED", "variants": {"v1": "v1", "v2": "v2"}, "defaultVariant": "v1",
             "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "v2"]}}}
            """
        )
        let notified = try #require(try client.nextStew())
        #expect(notified["subscription"] == "w1")
        #expect(notified["model"] == "v2")
        #expect(notified["minutes"] == 29)
        try writer.call("stew.prefer", ["units": "C"])
        let preferred = try #require(try client.nextStew())
        #expect(preferred["subscription"] == "w1")
        #expect(preferred["units"] == "C")
        try writer.call("flags.set", ["key": "units.defaultCelsius", "value": true])
        try writer.call("flags.set", ["key": "ui.DarkMode", "value": true])
        try client.call("ping")
        #expect(try client.nextNotification(within: .zero) == nil)
    }

    @Test(arguments: ["sync", "relaxed", "none"])
    func `a client receives tunable, then stew notifications before the response to its write`(
        durability: String
    ) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let wire = try daemon.wire()
        try wire.write(
            request("stew.subscribe", 1, "{}") + request("tunables.subscribe", 2, #"{"match":"stew.*"}"#)
        )
        _ = wire.read { $0.count { $0 == "\n" } == 2 }
        try wire.write(request("tunables.set", 3, #"{"key":"stew.v1.base","value":60}"#))
        let lines = wire.read { $0.count { $0 == "\n" } == 3 }.split(separator: "\n")
        let heads = try lines.map { try JSON.parse(String($0)) }.map { $0["method"] ?? $0["id"] }
        #expect(heads == ["tunables.changed", "stew.changed", 3])
    }

    @Test func `changes by layers, kill switches and undo are notified`() throws {
        try client.call("stew.subscribe")
        try writer.call("layers.put", ["name": "altitude", "values": ["stew.v1.base": 45]])
        try writer.call("layers.activate", ["names": ["altitude"]])
        #expect(try client.nextStew()["minutes"] == 45)
        try set("stew.v1.base", 50)
        #expect(try client.nextStew()["minutes"] == 50)
        try writer.call("tunables.undo")
        #expect(try client.nextStew()["minutes"] == 45)
        try writer.call("flags.killSwitch", ["on": true])
        #expect(try client.nextStew()["minutes"] == 30)
        try writer.call("flags.killSwitch", ["on": false])
        #expect(try client.nextStew()["minutes"] == 45)
        try writer.call("tunables.set", ["key": "stew.v1.base", "value": 55, "for": 0.01])
        #expect(try client.nextStew()["minutes"] == 55)
        #expect(try client.nextStew()["minutes"] == 45)
    }

    @Test func `a subscriber in a world receives the world's plans until the world ends`() throws {
        let member = try daemon.client()
        let world = try #require(try member.call("worlds.create")["world"])
        try member.call("stew.subscribe")
        try client.call("stew.subscribe")
        try member.call("tunables.set", ["key": "stew.v1.base", "value": 50])
        #expect(try member.nextStew()["minutes"] == 50)
        try member.call("flags.set", ["key": "algo.reductionModel", "variant": "v2"])
        #expect(try member.nextStew()["model"] == "v2")
        try member.call("stew.prefer", ["units": "C"])
        #expect(try member.nextStew()["units"] == "C")
        #expect(try client.nextNotification(within: .zero) == nil)
        try set("stew.v1.base", 40)
        #expect(try client.nextStew()["minutes"] == 40)
        #expect(try member.nextNotification(within: .zero) == nil)
        // The kill switch changes no result outside of the world.
        try writer.call("flags.killSwitch", ["on": true, "match": "algo.*"])
        #expect(try member.nextStew()["minutes"] == 50)
        #expect(try client.nextNotification(within: .zero) == nil)
        try writer.call("worlds.drop", ["world": world])
        #expect(try member.nextStew()["ended"] == "unknownWorld")
        #expect(try client.call("server.info")["subscriptions"] == 1)
    }

    @Test func `a subscription ends by its name and counts toward the limit`() throws {
        let daemon = try DaemonProcess("--max-subscriptions 2")
        let client = try daemon.client()
        #expect(try client.call("stew.subscribe")["subscription"] == "w1")
        try client.call("flags.subscribe", ["keys": ["a"]])
        #expect(try client.refusal(of: "stew.subscribe")?.kind == "tooLarge")
        #expect(try client.refusal(of: "flags.unsubscribe", ["subscription": "w1"])?.kind == "invalidParams")
        #expect(try client.call("stew.unsubscribe", ["subscription": "w1"]) == true)
        #expect(try client.refusal(of: "stew.unsubscribe", ["subscription": "w1"])?.kind == "invalidParams")
        try client.call("tunables.set", ["key": "stew.v1.base", "value": 60])
        #expect(try client.nextNotification(within: .zero) == nil)
        #expect(try client.call("server.info")["subscriptions"] == 1)
    }

    @Test func `a slow subscriber receives the newest plans before its response`() throws {
        let slow = try daemon.wire()
        let subscriptions = 40
        for _ in 0..<subscriptions {
            try slow.write(request("stew.subscribe", 1, #"{"varietal":"plum"}"#))
        }
        _ = slow.read { $0.count { $0 == "\n" } == subscriptions }
        try client.call("stew.subscribe", ["varietal": "plum"])
        for number in 1...60 {
            try set("stew.v1.base", .integer(Int64(30 + number)))
            #expect(try client.nextStew()["minutes"] != nil)
        }
        let newest = try client.minutes(["varietal": "plum"])
        try slow.write(request("ping", 99))
        let lines = slow.read { $0.hasSuffix("pong\"}\n") }.split(separator: "\n").dropLast()
        var last: [String: Int64] = [:]
        for line in lines {
            let params = try JSON.parse(String(line))["params"]
            last[params["subscription"]?.string ?? ""] = params["minutes"]?.integer
        }
        #expect(last.count == subscriptions)
        #expect(last.values.allSatisfy { $0 == newest })
        #expect(lines.count < subscriptions * 60)
    }

    @Test func `a stew notification has its declared format`() throws {
        let wire = try daemon.wire()
        try wire.write(request("stew.subscribe", 1, #"{"style":"wholePeeled","weightOz":31.5}"#))
        _ = wire.read { $0.hasSuffix("\n") }
        try writer.call("flags.set", ["key": "ui.showAdvancedTips", "value": true])
        let line = wire.read { $0.hasSuffix("\n") }
        let message = try JSON.parse(String(line.dropLast()))
        let text = try #require(line.split(separator: #""params":"#).last).dropLast(2)
        let bytes = Array(text.utf8)
        let record = try StewChangedParameters(members: try JSON.check(bytes.span), in: bytes.span)
        var writer = JSONWriter()
        try record.write(to: &writer)
        #expect(String(decoding: [UInt8](writer.bytes), as: UTF8.self) == text)
        #expect(message["params"]["tips"]?.elements.count == 5)
    }
}
