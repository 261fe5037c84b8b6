import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of members of many worlds, and commits that change the values in each world.
@Suite struct ManyWorldsTests {
    private func values(_ count: Int, _ value: Int) -> JSON {
        .object(JSONObject((0..<count).map { ("k\($0)", .integer(Int64(value))) }))
    }

    private func name(_ number: Int) -> String { "w-\(1_000_000_000_000_000 + number)" }

    @Test func `members receive the changes that their worlds see, with or without own values`() throws {
        let daemon = try DaemonProcess("--durability none")
        let writer = try daemon.client()
        // The search work of many patterns lets the members of some worlds receive a commit at once, and the others
        // later.
        let patterns = JSON.array([.string("k*")] + (0..<15).map { .string("x\($0)*") })
        var watchers: [Watcher] = []
        for number in 0..<20 {
            let client = try daemon.client()
            try client.call("worlds.create", ["world": .string(name(number))])
            if number % 3 == 1 {
                try client.call("tunables.set", ["key": .string("k\(number)"), "value": -1])
            }
            watchers.append(try Watcher(["match": patterns], on: client))
        }
        for value in 1...3 {
            try writer.call("tunables.update", ["values": values(300, value)])
        }
        try writer.call("tunables.reset", ["key": "k1"])
        for watcher in watchers {
            let seen = try watcher.client.call("tunables.getAll")["values"] ?? [:]
            while try watcher.receive(within: .zero) {}
            #expect(Dictionary(seen.members.map { ($0.name, $0.value) }) { first, _ in first } == watcher.values)
            #expect(watcher.faults.isEmpty, "\(watcher.faults.prefix(2))")
        }
    }

    @Test func `members receive changes of a flag unless their world overrides the flag`() throws {
        let daemon = try DaemonProcess("--durability none")
        let writer = try daemon.client()
        let banner = #"{"banner":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}}"#
        try writer.call("flags.define", ["flags": try JSON.parse(banner)])
        let members = try (0..<3).map { number in
            let client = try daemon.client()
            try client.call("worlds.create", ["world": .string(name(number))])
            return client
        }
        try members[1].call("flags.set", ["key": "banner", "variant": "off"])
        let subscriptions = try members.map { try $0.call("flags.subscribe", ["keys": ["banner"]]) }
        #expect(subscriptions.allSatisfy { $0["flags"]?.elements.first?["value"] == false }, "\(subscriptions)")
        try writer.call("flags.set", ["key": "banner", "variant": "on"])
        let notified = try members.map { member in
            try member.call("ping")
            return try member.nextNotification(within: .zero)?.params["changes"]
        }
        #expect(notified[0] != nil)
        #expect(notified[1] == nil)
        #expect(notified[2] == notified[0])
    }

    @Test func `pending changes of members in many worlds count once toward the limit of their user`() throws {
        let daemon = try DaemonProcess("--durability none --max-subscribed-bytes-per-user 3000000")
        let writer = try daemon.client()
        let subscriptions = (2...13).map { request("tunables.subscribe", $0, #"{"match":"k*","initial":false}"#) }
        let members = try (0..<30).map { number in
            let wire = try daemon.wire()
            try wire.write(request("worlds.create", 1, #"{"world":"\#(name(number))"}"#) + subscriptions.joined())
            _ = wire.read { $0.count { $0 == "\n" } == 13 }
            return wire
        }
        // A member that does not read holds more than 200 kB of these changes.
        for value in 1...3 {
            try writer.call("tunables.update", ["values": values(3_000, value)])
        }
        try writer.call("tunables.set", ["key": "k0", "value": 0])
        let info = try writer.call("server.info")
        #expect(info["worlds"] == 30)
        #expect(info["connections"] == 31)
        withExtendedLifetime(members) {}
    }
}
