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

/// Tests of the real daemon on a disk whose flushes sometimes fail.
@Suite(
    .blocking,
    .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
    .disabled(if: Demands.areSanitized, "a sanitizer makes its own calls")
)
struct FailingFlushTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func daemon(_ faults: String..., options: String = "") throws -> DaemonProcess {
        // With `-D`, the daemon is the child process instead of strace.
        let prefix = "strace -D -f --seccomp-bpf -o /dev/null -e trace=fdatasync,fsync"
        let injections = faults.map { " -e inject=\($0)" }.joined()
        return try DaemonProcess(options, under: prefix + injections, in: directory)
    }

    private func values(_ client: Client, _ name: String) throws -> [String: Int64] {
        guard case .object(let values)? = try client.call("tunables.getAll", ["match": .string("\(name).*")])["values"]
        else { return [:] }
        return Dictionary(uniqueKeysWithValues: values.members.map { ($0.name, $0.value.integer ?? -1) })
    }

    @Test(arguments: Seeds.all.prefix(3) + Seeds.all.suffix(1), [true, false])
    func `acknowledged writes survive, failed writes do not, and responses keep their order`(
        seed: UInt64,
        isKilled: Bool
    ) throws {
        let daemon = try daemon("fdatasync:error=EIO:when=3+4")
        let names = ["a", "b", "c", "d"]
        let writers = try names.enumerated().map { index, name in
            PipeliningWriter(name, on: try daemon.wire(), seed: seed &* 16 &+ UInt64(index))
        }
        var generator = SeededGenerator(seed: seed)
        while writers.contains(where: { $0.count < 200 }) {
            for writer in writers {
                try writer.read()
                guard writer.waiting < 12 else { continue }
                for _ in 0..<Int.random(in: 0..<6, using: &generator) { try writer.write() }
            }
        }
        for writer in writers {
            try writer.readAll()
            #expect(writer.faults.isEmpty, "seed \(seed): \(writer.faults.first ?? "")")
            #expect(writer.waiting == 0, "seed \(seed)")
        }
        #expect(writers.contains { $0.failures > 0 }, "seed \(seed): no flush failed")
        for (name, writer) in zip(names, writers) {
            #expect(try values(try daemon.client(), name) == writer.values, "seed \(seed)")
        }
        let revision = try daemon.client().call("server.info")["revision"]?.integer ?? 0
        try isKilled ? daemon.kill() : daemon.stop()
        let again = try DaemonProcess(in: directory)
        for (name, writer) in zip(names, writers) {
            #expect(try values(try again.client(), name) == writer.values, "seed \(seed)")
        }
        // The failed commits may have used later revisions, which a restart skips.
        let kept = try again.client().call("server.info")["revision"]?.integer ?? 0
        #expect(kept >= revision && kept < revision + 1_000, "seed \(seed)")
    }

    @Test func `soft state is written again after a failed flush`() throws {
        // The first two flushes are most often for the layer and for preallocated journal space.
        let daemon = try daemon("fdatasync:error=EIO:when=3..4")
        let client = try daemon.client()
        try client.call("layers.put", ["name": "l", "values": ["a": 1]])
        let bad: JSON = ["name": "l", "values": ["a": 1], "schema": ["type": "object", "$ref": "x"]]
        var refusals: Int64 = 0
        while try refusals < 3 && !isWrittenAgain(client, within: .seconds(refusals == 0 ? 0 : 20)) {
            #expect(try client.refusal(of: "layers.put", bad)?.kind == "invalidDefinition")
            refusals += 1
        }
        let files = try Kernel.names(in: directory.file("state"))
        let responses = try [client.call("server.info"), client.call("layers.list")]
        #expect(try isWrittenAgain(client, within: .seconds(60)), "\(files), \(responses)")
        try daemon.kill()
        let again = try DaemonProcess(in: directory)
        let layer = try again.client().call("layers.list")["layers"]?.elements.first
        #expect(layer["rejected"]["count"] == .integer(refusals))
    }

    /// Waits until a journal that replaces a failed one contains the soft state; returns whether this happens in time.
    private func isWrittenAgain(_ client: Client, within limit: Duration) throws -> Bool {
        let deadline = Kernel.monotonicTime() + limit
        repeat {
            try client.call("ping")
            let files = try Kernel.names(in: directory.file("state"))
            let names = files.filter { $0.hasPrefix("journal") && !$0.hasSuffix(".new") }.sorted()
            guard let newest = names.last, names.count > 1 else { continue }
            let file = try KernelFileSystem().open(directory.file("state/\(newest)"), .read)
            if String(decoding: try file.readWhole(), as: UTF8.self).contains(#"{"soft""#) { return true }
        } while Kernel.monotonicTime() < deadline
        return false
    }

    @Test func `flags of the file that were loaded before a flush failed are loaded again`() throws {
        let path = directory.file("flags.json")
        func save(_ number: Int) throws {
            let flag = #"{"state": "ENABLED", "variants": {"a": \#(number)}, "defaultVariant": "a"}"#
            let file = try KernelFileSystem().open(path, [.write, .create, .truncate])
            try file.writeFully(Array("{\"flags\": {\"n\": \(flag)}}".utf8).span, at: 0)
        }
        try save(0)
        // Each flush that fails takes so long that the flags are loaded in the meantime.
        let daemon = try daemon("fdatasync:error=EIO:delay_enter=1500000:when=3+3", options: "--flags '\(path)'")
        // The daemon does not flush on the thread of its event loop while a client does not wait.
        let client = try daemon.client()
        var failures = 0
        for number in 1...30 where failures < 2 {
            let wire = try daemon.wire()
            try wire.write(request("tunables.set", 1, #"{"key":"a","value":\#(number)}"#))
            try save(number)
            try daemon.program.send(SIGHUP)
            let response = wire.read { $0.contains("\n") }
            #expect(try eventually { try client.evaluate("n")["value"] == .integer(Int64(number)) }, "\(number)")
            if response.contains(#""storage""#) { failures += 1 }
        }
        #expect(failures == 2)
    }

    @Test func `a subscription after a write whose flush fails is refused and not registered`() throws {
        let daemon = try daemon("fdatasync:error=EIO:when=3+3")
        let client = try daemon.client()
        try client.call("tunables.set", ["key": "a", "value": 1])
        // A flush may be for preallocated space, where a failure has no effect. One turn may or may not handle all five
        // requests.
        var wire = try daemon.wire()
        var responses: [JSON] = []
        var haveFailed: Bool { responses.allSatisfy { $0["error"]["data"]["kind"] == "storage" } }
        var random = SeededGenerator(seed: 1)
        for round in 0..<200 where responses.isEmpty || !haveFailed {
            // A random number of writes avoids a failure at the same point in each round. Each value must be new,
            // because an unchanged value is not written.
            for number in 0..<Int.random(in: 0...4, using: &random) {
                _ = try client.refusal(of: "tunables.set", ["key": "b", "value": .integer(Int64(10 * round + number))])
            }
            wire = try daemon.wire()
            try wire.write(
                request("tunables.set", 1, #"{"key":"a","value":\#(100 + round)}"#) + request("tunables.subscribe", 2)
                    + request("server.subscribe", 3) + request("tunables.unsubscribe", 4, #"{"subscription":"t1"}"#)
                    + request("tunables.subscribe", 5, #"{"since":{"epoch":"x","revision":1}}"#)
            )
            let lines = wire.read { $0.count { $0 == "\n" } >= 5 }.split(separator: "\n").map(String.init)
            responses = try lines.map { try JSON.parse($0) }
        }
        #expect(responses.map { $0["id"] } == [1, 2, 3, 4, 5])
        #expect(haveFailed)
        #expect(try eventually { try client.refusal(of: "tunables.set", ["key": "a", "value": 3]) == nil })
        // The subscriptions of earlier rounds end with their connections.
        #expect(try eventually { try client.call("server.info")["connections"] == 2 })
        #expect(try client.call("server.info")["subscriptions"] == 0)
        try wire.write(request("tunables.get", 6, #"{"key":"a"}"#))
        #expect(wire.read { $0.contains("\n") }.contains(#""id":6,"result":{"key":"a","value":3"#))
        // A subscription that starts now receives notifications.
        try wire.write(request("tunables.subscribe", 7, #"{"initial":false}"#))
        _ = wire.read { $0.contains("\n") }
        #expect(try eventually { try client.refusal(of: "tunables.set", ["key": "a", "value": 4]) == nil })
        #expect(wire.read { $0.contains("\n") }.contains(#""value":4,"old":3"#))
    }

    @Test func `the storage status is readable, and storage recovers without a restart`() throws {
        // After the second failure no journal can begin, because flushing its file or the directory also fails.
        let daemon = try daemon("fdatasync:error=EIO:when=3..4", "fsync:error=EIO:when=3..5")
        let client = try daemon.client()
        let watcher = try daemon.client()
        #expect(try watcher.call("server.subscribe")["storage"] == ["ok": true])
        #expect(try client.call("server.info")["storage"] == ["ok": true])
        var refusals: [RemoteError] = []
        var stored: Int64 = 0
        // A flush may be for preallocated space, where a failure has no effect.
        for number in 1...20 where refusals.last?.data["certain"] != false {
            if let refusal = try client.refusal(of: "tunables.set", ["key": "a", "value": .integer(Int64(number))]) {
                refusals.append(refusal)
            } else {
                stored = Int64(number)
            }
        }
        #expect(refusals.last?.data["certain"] == false)
        for refusal in refusals {
            #expect(refusal.kind == "storage")
            #expect(refusal.message.contains("fdatasync of ") && refusal.message.contains("(EIO)"))
            #expect(!refusal.message.contains(".new"))
            let isCertain = refusal.data["certain"] == true
            #expect(refusal.message.hasSuffix("; nothing was changed") == isCertain)
            #expect(refusal.message.contains("may reappear if the daemon crashes") != isCertain)
        }
        #expect(try client.value(of: "a") == .integer(stored))
        #expect(try eventually { try client.isStorageOK })
        #expect(try client.call("server.info")["storage"] == ["ok": true])
        var reported: [JSON?] = []
        while reported.last??["ok"] != true, let changed = try watcher.nextNotification(within: .seconds(60)) {
            reported.append(changed.params["storage"])
        }
        #expect(reported.contains { $0?["ok"] == false && $0?["error"]?.string?.contains("(EIO)") == true })
        #expect(reported.last == ["ok": true])
        try client.call("tunables.set", ["key": "a", "value": 100])
        try daemon.stop()
        let again = try DaemonProcess(in: directory)
        #expect(try again.client().value(of: "a") == 100)
    }
}
