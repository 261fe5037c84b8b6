import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of subscribers in worlds and outside under random writes.
///
/// The changes in the notifications must add up to the values that a client reads.
@Suite(.blocking) struct ViewStoryTests {
    private static let worlds = ["w-aaaaaaaaaaaaaaaa", "w-bbbbbbbbbbbbbbbb"]
    private static let patterns: [JSON] = ["*", "u", "n", "big"]
    private static let specs: [String: [JSON]] = [
        "u": [
            ["type": "array", "merge": "union", "default": [0]], ["type": "array", "merge": "union", "maxItems": 2],
            ["type": "array", "default": [1]],
        ],
        "v": [["type": "array", "merge": "union", "default": []], ["type": "array"]],
        "n": [["type": "integer", "default": 1, "maximum": 2], ["type": "integer"]],
    ]

    private func value(of key: String, _ generator: inout SeededGenerator) -> JSON {
        guard key != "n" else { return .integer(.random(in: 0..<4, using: &generator)) }
        return [[0], [1], [0, 1], [2], []].randomElement(using: &generator) ?? []
    }

    private func values(_ generator: inout SeededGenerator) -> JSON {
        let keys = ["u", "v", "n"].shuffled(using: &generator).prefix(2)
        return .object(JSONObject(keys.map { ($0, value(of: $0, &generator)) }))
    }

    /// Returns a random write, which the daemon may refuse.
    private func action(_ generator: inout SeededGenerator) -> (method: String, params: JSON) {
        let key = ["u", "u", "v", "n"].randomElement(using: &generator) ?? "u"
        let value = value(of: key, &generator)
        let pattern = Self.patterns.randomElement(using: &generator) ?? "*"
        switch Int.random(in: 0..<22, using: &generator) {
        case 0...4: return ("tunables.set", ["key": .string(key), "value": value])
        case 5: return ("tunables.set", ["key": .string(key), "value": value, "for": 0.01])
        case 6: return ("tunables.update", ["values": values(&generator)])
        case 7, 8: return ("tunables.reset", ["key": .string(key)])
        case 9: return ("tunables.resetAll", .null)
        case 10, 11: return ("tunables.undo", ["everyone": true])
        case 12: return ("tunables.redo", ["everyone": true])
        case 13:
            let locks: JSON = Int.random(in: 0..<3, using: &generator) == 0 ? [pattern] : []
            let isKillSwitch = JSON.boolean(Int.random(in: 0..<4, using: &generator) == 0)
            let values = values(&generator)
            return ("layers.put", ["name": "l", "values": values, "locks": locks, "killSwitch": isKillSwitch])
        case 14: return ("layers.activate", ["names": Bool.random(using: &generator) ? ["l"] : []])
        case 15: return ("flags.killSwitch", ["on": .boolean(Bool.random(using: &generator)), "match": [pattern]])
        case 16: return ("flags.killSwitch", ["on": false])
        case 17, 18:
            let spec = Self.specs[key]?.randomElement(using: &generator) ?? .null
            return ("tunables.declare", ["key": .string(key), "spec": spec, "replace": true])
        case 19: return ("tunables.forget", ["key": .string(key)])
        case 20: return ("tunables.import", ["values": values(&generator)])
        default:
            let world = Self.worlds.randomElement(using: &generator) ?? ""
            return ("worlds.merge", ["world": .string(world)])
        }
    }

    private func member(of world: String?, _ daemon: DaemonProcess) throws -> Client {
        let client = try daemon.client()
        if let world {
            try client.call("session.hello", ["world": .string(world)])
        }
        return client
    }

    /// Compares the received values with the current values; repeats because an override may end between the two reads.
    private func check(_ watcher: Watcher, keys: Set<String>? = nil) throws -> Bool {
        for _ in 0..<20 {
            let seen = try watcher.client.call("tunables.getAll")["values"] ?? [:]
            while try watcher.receive(within: .zero) {}
            let values = Dictionary(seen.members.map { ($0.name, $0.value) }) { first, _ in first }
                .filter { keys?.contains($0.key) ?? true }
            if values == watcher.values { return true }
        }
        return false
    }

    @Test(arguments: [("sync", 1), ("sync", 2), ("relaxed", 3), ("none", 4)] as [(String, UInt64)])
    func `subscribers in worlds receive every change that they can see`(durability: String, seed: UInt64) throws {
        let seed = Seeds.all.count == 1 ? Seeds.all[0] : seed
        var generator = SeededGenerator(seed: seed)
        let daemon = try DaemonProcess("--durability \(durability)")
        let makers = try Self.worlds.map { world in
            let maker = try daemon.client()
            try maker.call("worlds.create", ["world": .string(world)])
            return maker
        }
        let writers = try (0..<2).map { _ in try daemon.client() } + makers
        let wire = try daemon.wire()
        let viewers: [(world: String?, interest: JSONObject)] = [
            (nil, [:]), (Self.worlds[0], [:]), (Self.worlds[1], [:]), (Self.worlds[0], ["minInterval": 5]),
        ]
        let watchers = try viewers.map { try Watcher($0.interest, on: try member(of: $0.world, daemon)) }
        for step in 0..<400 {
            let (method, params) = action(&generator)
            _ = try writers.randomElement(using: &generator)?.refusal(of: method, params)
            if Int.random(in: 0..<8, using: &generator) == 0 {
                // Soon there is so much unread data that the daemon merges changes.
                let text = JSON.string(String(repeating: "x", count: 200_000) + "\(step)")
                _ = try writers.randomElement(using: &generator)?
                    .refusal(of: "tunables.set", ["key": "big", "value": text])
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                let writes = (0..<3).map { number in
                    let element = Int.random(in: 0..<3, using: &generator)
                    return request("tunables.set", number, #"{"key":"u","value":[\#(element)]}"#)
                }
                try wire.write(writes.joined())
                _ = wire.read { $0.count { $0 == "\n" } == writes.count }
            }
            for (number, watcher) in watchers.enumerated().dropLast() {
                guard Int.random(in: 0...number * 3 + 1, using: &generator) == 0 else { continue }
                try #require(try check(watcher), "seed \(seed), step \(step): \(number) misses a change")
                try #require(watcher.faults.isEmpty, "seed \(seed), step \(step): \(watcher.faults.prefix(3))")
            }
        }
        for watcher in watchers {
            let whole = try watcher.client.call("tunables.getAll")["values"] ?? [:]
            let values = Dictionary(whole.members.map { ($0.name, $0.value) }) { first, _ in first }
            while watcher.values != values, try watcher.receive(within: .seconds(60)) {}
            #expect(watcher.values == values, "seed \(seed)")
            #expect(watcher.faults.isEmpty, "seed \(seed): \(watcher.faults.prefix(3))")
        }
    }

    @Test(arguments: [("sync", 5), ("sync", 6), ("relaxed", 7), ("none", 8)] as [(String, UInt64)])
    func `subscriptions follow a connection between worlds without a lost change`(
        durability: String,
        seed: UInt64
    ) throws {
        let seed = Seeds.all.count == 1 ? Seeds.all[0] : seed
        var generator = SeededGenerator(seed: seed)
        let daemon = try DaemonProcess("--durability \(durability)")
        let makers = try Self.worlds.map { world in
            let maker = try daemon.client()
            try maker.call("worlds.create", ["world": .string(world)])
            return maker
        }
        let writers = try (0..<2).map { _ in try daemon.client() } + makers
        // Those with a pause keep changes of several worlds in their backlog.
        let interests: [JSONObject] = [[:], ["keys": ["u", "n"]], ["minInterval": 5], ["minInterval": 86_400_000]]
        let watchers = try interests.map { try Watcher($0, on: try daemon.client()) }
        for step in 0..<300 {
            let (method, params) = action(&generator)
            _ = try writers.randomElement(using: &generator)?.refusal(of: method, params)
            for (number, watcher) in watchers.enumerated() {
                if Int.random(in: 0..<6, using: &generator) == 0 {
                    let world = ([nil] + Self.worlds).randomElement(using: &generator) ?? nil
                    try watcher.client.call("session.hello", .object(world.map { ["world": .string($0)] } ?? [:]))
                }
                guard number < 2, Int.random(in: 0..<4, using: &generator) == 0 else { continue }
                let isRight = try number == 0 ? check(watcher) : check(watcher, keys: ["u", "n"])
                try #require(isRight, "seed \(seed), step \(step): \(number) misses a change")
                try #require(watcher.faults.isEmpty, "seed \(seed), step \(step): \(watcher.faults.prefix(3))")
            }
        }
        // The last one never receives a second notification: its changes were all merged into its backlog.
        for (watcher, interest) in zip(watchers, interests).dropLast() {
            let keys = interest["keys"]?.elements.compactMap(\.string)
            let whole = try watcher.client.call("tunables.getAll")["values"] ?? [:]
            let values = Dictionary(whole.members.map { ($0.name, $0.value) }) { first, _ in first }
                .filter { keys?.contains($0.key) ?? true }
            while watcher.values != values, try watcher.receive(within: .seconds(60)) {}
            #expect(watcher.values == values, "seed \(seed)")
            #expect(watcher.faults.isEmpty, "seed \(seed): \(watcher.faults.prefix(3))")
        }
    }

    @Test(arguments: ["sync", "relaxed"])
    func `a subscription follows into a world that the same message created`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let other = try daemon.client()
        try other.call("tunables.set", ["key": "a", "value": 1])
        let wire = try daemon.wire()
        let world = #"{"world":"\#(Self.worlds[0])"}"#
        try wire.write(
            request("tunables.set", 1, #"{"key":"b","value":1}"#) + request("tunables.subscribe", 2)
                + request("worlds.create", 3, world) + request("tunables.set", 4, #"{"key":"a","value":2}"#)
                + request("session.hello", 5) + request("session.hello", 6, world)
        )
        // The difference between the first and the last world can be one notification, or one for each move.
        func lastChange(in text: String) -> Substring? {
            text.split(separator: "\n").last { $0.contains("tunables.changed") }
        }
        let expected = #"{"key":"a","value":2,"old":1,"origin":"world"}"#
        let lines = wire.read { text in
            text.contains(#""id":6"#) && lastChange(in: text)?.contains(expected) == true && text.hasSuffix("\n")
        }
        #expect(lastChange(in: lines)?.contains(expected) == true, "\(lines)")
        try wire.write(request("session.hello", 7))
        let back = wire.read { $0.contains(#""id":7"#) && $0.hasSuffix("\n") }
        #expect(back.contains(#"{"key":"a","value":1,"old":2,"origin":"local"}"#), "\(back)")
    }

    @Test(arguments: ["sync", "relaxed"])
    func `a shared value that equals the default changes a union in a world`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let other = try daemon.client()
        let spec: JSON = ["type": "array", "merge": "union", "default": [0]]
        try other.call("tunables.declare", ["key": "u", "spec": spec])
        let member = try daemon.client()
        try member.call("worlds.create", ["world": .string(Self.worlds[0])])
        try member.call("tunables.set", ["key": "u", "value": [1]])
        let watcher = try Watcher([:], on: member)
        #expect(watcher.values == ["u": [1]])
        try other.call("tunables.set", ["key": "u", "value": [0]])
        #expect(try check(watcher))
        #expect(watcher.values == ["u": [1, 0]])
        #expect(watcher.received.last?.hasActor == true)
        try other.call("tunables.reset", ["key": "u"])
        #expect(try check(watcher))
        #expect(watcher.values == ["u": [1]])
        #expect(watcher.received.count == 2)
        #expect(watcher.faults.isEmpty, "\(watcher.faults)")
    }

    @Test(arguments: ["sync", "relaxed"])
    func `a world that is dropped and recreated at once ends its old subscriptions`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let name = Self.worlds[0]
        let wire = try daemon.wire()
        try wire.write(
            request("worlds.create", 1, #"{"world":"\#(name)"}"#)
                + request("tunables.set", 2, #"{"key":"a","value":1}"#)
        )
        _ = wire.read { $0.count { $0 == "\n" } == 2 }
        let watcher = try Watcher([:], on: try member(of: name, daemon))
        let flags = try member(of: name, daemon)
        try flags.call("flags.subscribe")
        let stew = try member(of: name, daemon)
        try stew.call("stew.subscribe")
        // The new subscription belongs to the new world and does not end.
        try wire.write(
            request("worlds.drop", 3, #"{"world":"\#(name)"}"#) + request("worlds.create", 4, #"{"world":"\#(name)"}"#)
                + request("tunables.subscribe", 5) + request("tunables.set", 6, #"{"key":"b","value":2}"#)
        )
        let lines = wire.read { $0.count { $0 == "\n" } == 5 }
        #expect(!lines.contains("ended"))
        #expect(lines.contains(#""changes":[{"key":"b","value":2,"origin":"world"}]"#))
        for client in [watcher.client, flags, stew] {
            let notification = try client.nextNotification(within: .seconds(60))
            #expect(notification?.params["ended"] == "unknownWorld")
        }
    }
}
