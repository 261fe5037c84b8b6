import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of the reports of subscribers with the real daemon.
@Suite(.blocking) struct AppliedTests {
    private let daemon: DaemonProcess
    private let program: Client
    private let writer: Client

    init() throws {
        daemon = try DaemonProcess()
        program = try daemon.client()
        writer = try daemon.client()
        try program.call("session.hello", ["client": "game"])
        try writer.call("session.hello", ["client": "writer"])
    }

    private func set(_ key: String, _ value: JSON) throws -> JSON {
        try #require(try writer.call("tunables.set", ["key": .string(key), "value": value])["revision"])
    }

    /// Returns the subscribers of a key, or all.
    private func subscribers(of key: String? = nil, through revision: JSON? = nil) throws -> [JSON] {
        var params: JSONObject = [:]
        params["keys"] = key.map { [.string($0)] }
        params["revision"] = revision
        return try #require(try writer.call("tunables.subscribers", .object(params))["subscribers"]).elements
    }

    @Test func `a subscriber waits until it reports the revision`() throws {
        try program.call("tunables.subscribe", ["match": "ui.*", "ack": true])
        let revision = try set("ui.scale", 2)
        let waiting = try #require(try subscribers(of: "ui.scale").first)
        #expect(waiting["client"] == "game")
        #expect(waiting["state"] == "waiting")
        #expect(waiting["sent"] == revision)
        #expect(waiting["applied"] == nil)
        try program.call("tunables.applied", ["revision": revision])
        let applied = try #require(try subscribers(of: "ui.scale").first)
        #expect(applied["state"] == "applied")
        #expect(applied["applied"] == revision)
        #expect(applied["took"] != nil)
        #expect(try subscribers(of: "sound.volume").isEmpty)
        // Another key changes: the subscriber has still applied everything that it received.
        _ = try set("sound.volume", 1)
        #expect(try subscribers().map { $0["state"] } == ["applied"])
        _ = try set("ui.scale", 3)
        #expect(try subscribers().map { $0["state"] } == ["waiting"])
        #expect(try subscribers(through: revision).map { $0["state"] } == ["applied"])
    }

    @Test func `a report cannot be about a revision that was not sent`() throws {
        try program.call("tunables.subscribe", ["keys": ["a"], "ack": true])
        let first = try set("a", 1)
        let other = try set("b", 1)
        try program.call("tunables.applied", ["revision": other])
        #expect(try subscribers(of: "a").first?["applied"] == first)
        for revision in [-1, 99] as [Int64] {
            let refusal = try program.refusal(of: "tunables.applied", ["revision": .integer(revision)])
            #expect(refusal?.message == "revision must be from 0 to 2, the last revision, got \(revision)")
        }
    }

    @Test func `refused and unread values count for their keys and members`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        _ = try set("camera", ["x": 1])
        let revision = try set("speed", 9)
        try program.call(
            "tunables.applied",
            [
                "revision": revision, "unread": ["camera"],
                "refused": [["key": "speed", "reason": "the motor stops above 5"]],
            ]
        )
        #expect(try subscribers(of: "speed").first?["state"] == "refused")
        #expect(try subscribers(of: "camera.x").first?["state"] == "waiting")
        #expect(try subscribers(of: "lamp").first?["state"] == "applied")
        #expect(try subscribers().first?["refused"] == [["key": "speed", "reason": "the motor stops above 5"]])
        let described = try writer.call("tunables.describe", ["key": "speed"])["readers"]
        #expect(described?.elements.map { $0["reason"] } == ["the motor stops above 5"])
        #expect(described?.elements.map { $0["client"] } == ["game"])
        // Each report replaces the one before.
        try program.call("tunables.applied", ["revision": revision])
        #expect(try subscribers(of: "speed").first?["state"] == "applied")
        #expect(try subscribers(of: "camera.x").first?["state"] == "applied")
    }

    @Test func `a client without reports is unknown, and cannot report`() throws {
        try program.call("tunables.subscribe", ["keys": ["a"]])
        #expect(try subscribers(of: "a").map { $0["state"] } == ["unknown"])
        let refusal = try program.refusal(of: "tunables.applied", ["revision": 0])
        #expect(refusal?.kind == "invalidParams")
        let name = try #require(try program.call("tunables.subscribe", ["keys": ["b"], "ack": true])["subscription"])
        try program.call("tunables.applied", ["revision": 0, "subscription": name])
        let other = try program.refusal(of: "tunables.applied", ["revision": 0, "subscription": "t1"])
        #expect(other?.message == #"the connection has no subscription t1 with "ack": true"#)
    }

    @Test func `lists of reports are limited`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        let keys = (0..<65).map { JSON.string("k\($0)") }
        let refusal = try program.refusal(of: "tunables.applied", ["revision": 0, "unread": .array(keys)])
        #expect(refusal?.message == "unread may have at most 64 keys, got 65")
        try program.call("tunables.applied", ["revision": 0, "unread": .array(Array(keys.prefix(64)))])
        let invalid = try program.refusal(
            of: "tunables.applied",
            ["revision": 0, "refused": [["key": "a b", "reason": ""]]]
        )
        #expect(invalid?.kind == "invalidParams")
        let long = JSON.string(String(repeating: "x", count: 10_000))
        try program.call("tunables.applied", ["revision": 0, "refused": [["key": "a", "reason": long]]])
        let reason = try #require(try subscribers().first?["refused"]?.elements.first?["reason"]?.string)
        #expect(reason.utf8.count < 300)
    }

    @Test func `a subscriber of the daemon receives reports only if it wants them`() throws {
        let plain = try daemon.client()
        try plain.call("server.subscribe")
        try writer.call("server.subscribe", ["applied": true])
        try program.call("tunables.subscribe", ["ack": true])
        #expect(try writer.nextNotification(within: .seconds(60))?.params["applied"] == 1)
        try program.call("tunables.applied", ["revision": 0])
        #expect(try writer.nextNotification(within: .seconds(60))?.params["applied"] == 2)
        try program.call("tunables.unsubscribe", ["subscription": "t1"])
        #expect(try writer.nextNotification(within: .seconds(60))?.params["applied"] == 3)
        try plain.call("ping")
        #expect(try plain.nextNotification(within: .zero) == nil)
    }

    @Test func `the counters have the time between the publication and the first report`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        #expect(try writer.call("server.stats")["applied"]?["reports"] == 0)
        let revision = try set("a", 1)
        for _ in 0..<3 { try program.call("tunables.applied", ["revision": revision]) }
        let stats = try #require(try writer.call("server.stats")["applied"])
        #expect(stats["reports"] == 1)
        #expect(stats["buckets"]?.elements.last == 1)
    }

    @Test func `the change of another key does not count for a key`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        try program.call("tunables.applied", ["revision": try set("a", 1)])
        _ = try set("b", 1)
        #expect(try subscribers(of: "a").map { $0["state"] } == ["applied"])
        #expect(try subscribers(of: "b").map { $0["state"] } == ["waiting"])
        // The value is gone, and so is its revision.
        try writer.call("tunables.forget", ["key": "a"])
        #expect(try subscribers(of: "a").map { $0["state"] } == ["waiting"])
    }

    @Test func `a tunable whose name begins with that of another one is no member of it`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        try writer.call("tunables.declare", ["key": "camera.z", "spec": ["type": "number", "default": 1]])
        let revision = try set("camera", ["x": 1, "y": 2])
        try program.call(
            "tunables.applied",
            [
                "revision": revision,
                "refused": [["key": "camera.z", "reason": "z"], ["key": "camera.y", "reason": "y"]],
            ]
        )
        #expect(try subscribers(of: "camera.x").first?["state"] == "applied")
        #expect(try subscribers(of: "camera").first?["refused"] == [["key": "camera.y", "reason": "y"]])
        #expect(try subscribers(of: "camera.z").first?["refused"] == [["key": "camera.z", "reason": "z"]])
    }

    @Test func `the delay is that of the report in which nothing is unread`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        let revision = try set("a", 1)
        try program.call("tunables.applied", ["revision": revision, "unread": ["a"]])
        #expect(try subscribers().first?["took"] == nil)
        try program.call("tunables.applied", ["revision": revision])
        let took = try #require(try subscribers().first?["took"])
        try program.call("tunables.applied", ["revision": 0])
        try program.call("tunables.applied", ["revision": revision])
        #expect(try subscribers().first?["took"] == took)
        #expect(try writer.call("server.stats")["applied"]?["reports"] == 1)
    }

    @Test func `long lists of subscriptions come in pages`() throws {
        for _ in 0..<300 { try program.call("tunables.subscribe", ["keys": ["a"], "ack": true]) }
        let first = try writer.call("tunables.subscribers", ["keys": ["a"]])
        let next = try #require(first["next"])
        let second = try writer.call("tunables.subscribers", ["keys": ["a"], "after": next])
        #expect(second["next"] == nil)
        let names = [first, second].flatMap { $0["subscribers"]?.elements ?? [] }.compactMap {
            $0["subscription"]?.string
        }
        #expect(names == (1...300).map { "t\($0)" })
        let refusal = try writer.refusal(of: "tunables.subscribers", ["after": "t9"])
        #expect(refusal?.message == "after must be the member next of a result, got t9")
    }

    @Test func `the end of a lag is notified`() throws {
        try program.call("tunables.subscribe", ["keys": ["a"], "minInterval": 500, "ack": true])
        try program.call("tunables.applied", ["revision": try set("a", 1)])
        try writer.call("server.subscribe", ["applied": true])
        // The second value waits for the interval, and the third one takes it back.
        _ = try set("a", 2)
        _ = try set("a", 1)
        while try subscribers(of: "a").first?["lags"] != nil {
            #expect(try writer.nextNotification(within: .seconds(60)) != nil)
        }
        #expect(try subscribers(of: "a").first?["state"] == "applied")
    }

    @Test func `a move without other values keeps the report, and a change in the world needs another one`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        try program.call("tunables.applied", ["revision": try set("a", 1)])
        let world = try #require(try writer.call("worlds.create")["world"])
        try program.call("session.hello", ["client": "game", "world": world])
        #expect(try subscribers().map { $0["state"] } == ["applied"])
        try writer.call("tunables.set", ["key": "a", "value": 5])
        #expect(try subscribers().map { $0["state"] } == ["waiting"])
        try program.call("tunables.applied", ["revision": 1])
        #expect(try subscribers().map { $0["state"] } == ["applied"])
    }

    @Test func `a move to a world with other values drops the report`() throws {
        try program.call("tunables.subscribe", ["ack": true])
        try program.call("tunables.applied", ["revision": try set("a", 1)])
        #expect(try subscribers().map { $0["state"] } == ["applied"])
        let world = try #require(try writer.call("worlds.create")["world"])
        try writer.call("tunables.set", ["key": "a", "value": 5])
        try program.call("session.hello", ["client": "game", "world": world])
        let moved = try #require(try subscribers().first)
        #expect(moved["state"] == "waiting")
        #expect(moved["world"] == world)
        #expect(moved["applied"] == nil)
    }
}
