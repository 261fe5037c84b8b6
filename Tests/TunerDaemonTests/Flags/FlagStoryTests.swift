import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of flag subscribers while clients make random changes.
///
/// The results in the notifications must equal the results of an evaluation, and each `old` must equal the previous
/// `value`.
@Suite(.blocking) struct FlagStoryTests {
    private static let keys = ["a", "b", "ui.DarkMode"]

    /// A subscriber that applies its notifications and records contradictions.
    private final class Watcher {
        let client: Client
        let context: JSON
        /// The keys of the flags.
        let keys: [String]
        private let subscription: JSON?
        private(set) var values: [String: JSON] = [:]
        private(set) var revision: JSON?
        private(set) var faults: [String] = []
        private(set) var count = 0

        init(_ client: Client, _ context: JSON, keys: [String]?) throws {
            self.client = client
            self.context = context
            self.keys = keys ?? FlagStoryTests.keys
            var params: JSONObject = ["context": context]
            params["keys"] = keys.map { .array($0.map { .string($0) }) }
            let response = try client.call("flags.subscribe", .object(params))
            subscription = response["subscription"]
            revision = response["revision"]
            for flag in response["flags"]?.elements ?? [] {
                values[flag["key"]?.string ?? ""] = flag["value"]
            }
        }

        /// Handles one notification; returns false if none arrives in time.
        func receive(within limit: Duration) throws -> Bool {
            guard let params = try client.nextNotification(within: limit)?.params else { return false }
            guard params["subscription"] == subscription else { return true }
            count += 1
            if params["from"] != revision {
                faults.append("from \(params) behind \(String(describing: revision))")
            }
            revision = params["to"]
            for change in params["changes"]?.elements ?? [] {
                let key = change["key"]?.string ?? ""
                if change["old"] != values[key] {
                    faults.append("\(key) had \(String(describing: values[key])): \(change)")
                }
                values[key] = change["value"]
            }
            return true
        }
    }

    /// Makes a random change, which the daemon may refuse.
    private func act(_ client: Client, _ generator: inout SeededGenerator) throws {
        let key = JSON.string(Self.keys.randomElement(using: &generator) ?? "a")
        let variant: JSON = Bool.random(using: &generator) ? "on" : "off"
        let rule: JSON = ["if": [["==": [["var": "tier"], "gold"]], variant]]
        let definition: JSON = [
            "state": Int.random(in: 0..<5, using: &generator) == 0 ? "DISABLED" : "ENABLED",
            "variants": ["on": true, "off": false], "defaultVariant": variant,
            "targeting": Bool.random(using: &generator) ? rule : [:],
        ]
        let flags = JSON.object([key.string ?? "": definition])
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: _ = try client.refusal(of: "flags.define", ["flags": flags])
        case 2: _ = try client.refusal(of: "flags.remove", ["key": key])
        case 3, 4: _ = try client.refusal(of: "flags.set", ["key": key, "variant": variant])
        case 5: _ = try client.refusal(of: "flags.set", ["key": key, "variant": variant, "for": 0.01])
        case 6: _ = try client.refusal(of: "flags.reset", ["key": key])
        case 7:
            let isSwitch = JSON.boolean(Bool.random(using: &generator))
            _ = try client.refusal(of: "layers.put", ["name": "l", "flags": flags, "killSwitch": isSwitch])
        case 8:
            let names: JSON = Bool.random(using: &generator) ? ["l"] : []
            _ = try client.refusal(of: "layers.activate", ["names": names])
        case 9: _ = try client.refusal(of: "flags.killSwitch", ["on": true, "match": key])
        case 10: _ = try client.refusal(of: "flags.killSwitch", ["on": false])
        default: _ = try client.refusal(of: "tunables.undo", ["everyone": true])
        }
    }

    @Test(arguments: [("sync", 1), ("sync", 2), ("relaxed", 3), ("none", 4)] as [(String, UInt64)])
    func `each subscriber's notifications add up to the evaluated results`(durability: String, seed: UInt64) throws {
        let seed = Seeds.all.count == 1 ? Seeds.all[0] : seed
        var generator = SeededGenerator(seed: seed)
        let daemon = try DaemonProcess("--durability \(durability)")
        let member = try daemon.client()
        let world = try member.call("worlds.create")["world"] ?? ""
        let inWorld = try daemon.client()
        try inWorld.call("session.hello", ["world": world])
        let watchers = [
            try Watcher(daemon.client(), ["tier": "gold"], keys: nil),
            try Watcher(daemon.client(), ["tier": "gold"], keys: ["a", "gone"]),
            try Watcher(daemon.client(), [:], keys: Self.keys), try Watcher(inWorld, ["tier": "gold"], keys: Self.keys),
        ]
        let traveller = watchers[2].client
        let writers = [try daemon.client(), try daemon.client(), member]
        for _ in 0..<300 {
            try act(writers.randomElement(using: &generator) ?? member, &generator)
            if Int.random(in: 0..<6, using: &generator) == 0 {
                try traveller.call("session.hello", Bool.random(using: &generator) ? ["world": world] : [:])
            }
            for (number, watcher) in watchers.enumerated() where Int.random(in: 0...number, using: &generator) == 0 {
                while try watcher.receive(within: .zero) {}
            }
        }
        // End the temporary overrides.
        for key in Self.keys {
            for client in writers { _ = try client.refusal(of: "flags.reset", ["key": .string(key)]) }
        }
        for watcher in watchers {
            // All earlier notifications precede the response.
            try watcher.client.call("ping")
            while try watcher.receive(within: .zero) {}
            for key in watcher.keys {
                let value = try watcher.client.evaluate(key, watcher.context)["value"]
                #expect(value == watcher.values[key], "seed \(seed), \(key)")
            }
            #expect(watcher.faults.isEmpty, "seed \(seed): \(watcher.faults.prefix(3))")
        }
        #expect(watchers[0].count > 20)
    }
}
