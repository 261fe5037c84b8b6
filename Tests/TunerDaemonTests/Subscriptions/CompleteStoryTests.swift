import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of subscribers under random writes, slow reading, pauses, layers, temporary overrides, kills and restarts.
///
/// The changes in all notifications must agree with the daemon's history.
@Suite(.blocking) struct CompleteStoryTests {
    private static let words = ["a.x", "a.y", "b.x", "b.y", "c"]
    private static let interests: [(JSONObject, @Sendable (String) -> Bool)] = [
        ([:], { _ in true }),
        (["match": "a.*"], { $0.hasPrefix("a.") }),
        (["match": ["*.x", "c"]], { $0.hasSuffix(".x") || $0 == "c" }),
        (["keys": ["b.y", "c"]], { $0 == "b.y" || $0 == "c" }),
        (["minInterval": 20], { _ in true }),
        (["match": "b.*", "minInterval": 5], { $0.hasPrefix("b.") }),
    ]

    /// Returns a random change, which the daemon may refuse.
    private func action(_ generator: inout SeededGenerator) -> (method: String, params: JSON) {
        let key = Self.words.randomElement(using: &generator) ?? "c"
        let value = JSON.integer(.random(in: 0..<4, using: &generator))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...4: return ("tunables.set", ["key": .string(key), "value": value])
        case 5:
            let values = JSONObject(Self.words.map { ($0, JSON.integer(.random(in: 0..<4, using: &generator))) })
            return ("tunables.update", ["values": .object(values)])
        case 6: return ("tunables.reset", ["key": .string(key)])
        case 7: return ("tunables.undo", ["everyone": true])
        case 8: return ("layers.put", ["name": "l", "values": [key: value, "a.x": 9]])
        case 9: return ("layers.activate", ["names": Bool.random(using: &generator) ? ["l"] : []])
        case 10: return ("tunables.set", ["key": .string(key), "value": value, "for": 0.01])
        default:
            let spec = ["type": "integer", "default": 1, "maximum": value] as JSON
            return ("tunables.declare", ["key": .string(key), "spec": spec, "replace": true])
        }
    }

    /// Returns writes that a client sends at once, so that one flush covers them.
    ///
    /// A subscriber that reads slowly soon has so much unread data that the daemon merges its changes.
    private func severalWrites(_ generator: inout SeededGenerator) -> [String] {
        let text = #""\#(String(repeating: "x", count: 40_000))\#(Int.random(in: 0..<4, using: &generator))""#
        return (0..<Int.random(in: 2..<7, using: &generator)).map { number in
            let key = Self.words.randomElement(using: &generator) ?? "c"
            let value = number == 0 ? text : "\(Int.random(in: 0..<4, using: &generator))"
            return request("tunables.set", number, #"{"key":"\#(key)","value":\#(value)}"#)
        }
    }

    /// Repeats a call until it succeeds.
    private func insist(_ client: Client, _ method: String, _ params: JSON = .null) throws {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while let refusal = try client.refusal(of: method, params) {
            guard refusal.kind == "storage", Kernel.monotonicTime() < deadline else { throw refusal }
        }
    }

    @Test(arguments: [("sync", 1), ("sync", 2), ("relaxed", 3), ("none", 4)] as [(String, UInt64)])
    func `every subscriber receives every change once and in order, across restarts`(
        durability: String,
        seed: UInt64
    ) throws {
        try runStory(durability, seed)
    }

    @Test(
        .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
        .disabled(if: Demands.areSanitized, "a sanitizer makes its own calls"),
        arguments: [("sync", 5), ("sync", 6), ("relaxed", 7)] as [(String, UInt64)]
    )
    func `no subscriber receives changes that a failing disk has reverted`(durability: String, seed: UInt64) throws {
        // With `-D`, the daemon is the child process instead of strace.
        let strace = "strace -D -f --seccomp-bpf -o /dev/null -e trace=fdatasync -e inject=fdatasync:error=EIO:when=7+5"
        try runStory(durability, seed, under: strace)
    }

    private func runStory(_ durability: String, _ seed: UInt64, under prefix: String = "") throws {
        let seed = Seeds.all.count == 1 ? Seeds.all[0] : seed
        var generator = SeededGenerator(seed: seed)
        let options = "--durability \(durability) --history 100000"
        var daemon = try DaemonProcess(options, under: prefix)
        var writers = try (0..<3).map { _ in try daemon.client() }
        var wire = try daemon.wire()
        let watchers = try Self.interests.map { try Watcher($0.0, on: try daemon.client()) }
        var failures = 0
        for life in 0..<3 {
            for _ in 0..<150 {
                let writer = writers[Int.random(in: 0..<writers.count, using: &generator)]
                let (method, params) = action(&generator)
                failures += try writer.refusal(of: method, params)?.kind == "storage" ? 1 : 0
                if Int.random(in: 0..<5, using: &generator) == 0 {
                    let writes = severalWrites(&generator)
                    try wire.write(writes.joined())
                    _ = wire.read { $0.count { $0 == "\n" } == writes.count }
                }
                // Some subscribers read at once, some from time to time, and some rarely; sometimes they read only a
                // little.
                for (number, watcher) in watchers.enumerated() {
                    guard Int.random(in: 0...number * number * 4, using: &generator) == 0 else { continue }
                    var left = Bool.random(using: &generator) ? 3 : Int.max
                    while left > 0, try watcher.receive(within: .zero) { left -= 1 }
                }
                if Int.random(in: 0..<40, using: &generator) == 0 {
                    try watchers.randomElement(using: &generator)?.resume(on: try daemon.client())
                }
            }
            guard life < 2 else { break }
            try Bool.random(using: &generator) ? daemon.kill() : daemon.stop()
            daemon = try DaemonProcess(options, under: prefix, in: daemon.directory)
            writers = try (0..<3).map { _ in try daemon.client() }
            wire = try daemon.wire()
            for watcher in watchers { try watcher.resume(on: try daemon.client()) }
        }
        let last = try daemon.client()
        // Remove the temporary overrides. A failing disk may need several attempts.
        try insist(last, "tunables.resetAll")
        try insist(last, "layers.activate", ["names": []])
        let state = try last.call("tunables.getAll")
        let history = try last.call("tunables.history", ["limit": 100_000])["commits"]?.elements ?? []
        let commits = Array(history.reversed())
        for (watcher, (_, wants)) in zip(watchers, Self.interests) {
            var whole: [String: JSON] = [:]
            for member in (state["values"] ?? [:]).members where wants(member.name) {
                whole[member.name] = member.value
            }
            while watcher.values != whole, try watcher.receive(within: .seconds(60)) {}
            #expect(watcher.values == whole, "seed \(seed)")
            watcher.check(against: commits, wants: wants)
            #expect(watcher.faults.isEmpty, "seed \(seed): \(watcher.faults.prefix(3))")
        }
        #expect(watchers[0].received.count > 20)
        // If responses do not wait for the disk, failed writes are repeated later, so the daemon refuses few requests.
        #expect(durability != "sync" || (failures > 20) == !prefix.isEmpty, "seed \(seed): \(failures) failures")
    }
}
