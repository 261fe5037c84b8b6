import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Members of many worlds, and commits that change what each of them sees.
@Suite struct ManyWorldsTests {
    private func values(_ count: Int, _ value: Int) -> JSON {
        .object(JSONObject((0..<count).map { ("k\($0)", .integer(Int64(value))) }))
    }

    private func name(_ number: Int) -> String { "w-\(1_000_000_000_000_000 + number)" }

    @Test func `members receive what their worlds see, whether a world has values of its own or not`() throws {
        let daemon = try DaemonProcess("--durability none")
        let writer = try daemon.client()
        // Patterns to be tried: so the members of some worlds receive a commit at once, and the others later.
        let patterns = JSON.array([.string("k*")] + (0..<15).map { .string("x\($0)*") })
        var watchers: [Watcher] = []
        for number in 0..<20 {
            let client = try daemon.client()
            try client.ask("worlds.create", ["world": .string(name(number))])
            if number % 3 == 1 {
                try client.ask("tunables.set", ["key": .string("k\(number)"), "value": -1])
            }
            watchers.append(try Watcher(["match": patterns], on: client))
        }
        for value in 1...3 {
            try writer.ask("tunables.update", ["values": values(300, value)])
        }
        try writer.ask("tunables.reset", ["key": "k1"])
        for watcher in watchers {
            let seen = try watcher.client.ask("tunables.getAll")["values"] ?? [:]
            while try watcher.take(within: .zero) {}
            #expect(Dictionary(seen.members.map { ($0.name, $0.value) }) { first, _ in first } == watcher.values)
            #expect(watcher.faults.isEmpty, "\(watcher.faults.prefix(2))")
        }
    }

    @Test func `what the members of worlds have not received counts once for a user`() throws {
        let daemon = try DaemonProcess("--durability none --max-subscribed-bytes-per-user 3000000")
        let writer = try daemon.client()
        let subscriptions = (2...13).map { request("tunables.subscribe", $0, #"{"match":"k*","initial":false}"#) }
        let members = try (0..<30).map { number in
            let wire = try daemon.wire()
            try wire.write(request("worlds.create", 1, #"{"world":"\#(name(number))"}"#) + subscriptions.joined())
            _ = wire.read { $0.count { $0 == "\n" } == 13 }
            return wire
        }
        // A member that does not read holds more than 200 kB of this.
        for value in 1...3 {
            try writer.ask("tunables.update", ["values": values(3_000, value)])
        }
        try writer.ask("tunables.set", ["key": "k0", "value": 0])
        let info = try writer.ask("server.info")
        #expect(info["worlds"] == 30)
        #expect(info["connections"] == 31)
        withExtendedLifetime(members) {}
    }
}
