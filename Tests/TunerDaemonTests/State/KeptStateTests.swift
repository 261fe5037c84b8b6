import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of options that affect the state, and of the state after a restart.
@Suite(.blocking) struct KeptStateTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `a strict daemon refuses undeclared keys, also after a restart`() throws {
        let first = try DaemonProcess("--strict", in: directory)
        let client = try first.client()
        let refusal = try client.refusal(of: "tunables.set", ["key": "ui.scale", "value": 2])
        #expect(refusal?.kind == "unknownKey")
        #expect(refusal?.message == "ui.scale is not declared, and tunerd runs with --strict")
        try client.call("tunables.declare", ["key": "ui.scale", "spec": ["type": "number", "default": 1]])
        try client.call("tunables.set", ["key": "ui.scale", "value": 2])
        let near = try client.refusal(of: "tunables.set", ["key": "ui.scal", "value": 2])
        #expect(near?.message.hasSuffix("; did you mean ui.scale?") == true)
        try first.stop()
        let again = try DaemonProcess("--strict", in: directory)
        #expect(try again.client().value(of: "ui.scale") == 2)
        #expect(try again.client().refusal(of: "tunables.set", ["key": "other", "value": 1])?.kind == "unknownKey")
    }

    @Test func `history keeps the configured number of commits across restarts`() throws {
        let first = try DaemonProcess("--history 5", in: directory)
        let client = try first.client()
        for number: Int64 in 1...12 { try client.call("tunables.set", ["key": "a", "value": .integer(number)]) }
        func revisions(_ client: Client) throws -> [Int64?] {
            try client.call("tunables.history", ["limit": 100])["commits"]?.elements.map { $0["revision"]?.integer }
                ?? []
        }
        #expect(try revisions(client) == [12, 11, 10, 9, 8])
        try first.kill()
        let second = try DaemonProcess("--history 5", in: directory)
        #expect(try revisions(try second.client()) == [12, 11, 10, 9, 8])
        try second.stop()
        let third = try DaemonProcess("--history 2", in: directory)
        #expect(try revisions(try third.client()) == [12, 11])
    }

    /// Waits until the key `a` has a value.
    private func wait(_ client: Client, for value: JSON?) throws {
        #expect(try eventually { try client.value(of: "a") == value })
    }

    @Test(arguments: [true, false])
    func `an override ends by itself, also while the daemon is stopped, and a longer one does not`(
        isKilled: Bool
    ) throws {
        let first = try DaemonProcess(in: directory)
        let client = try first.client()
        try client.call("tunables.update", ["values": ["a": 1, "longer": 1]])
        try client.call("tunables.set", ["key": "longer", "value": 2, "for": 3_600])
        try client.call("tunables.set", ["key": "a", "value": 2, "for": 0.3])
        try wait(client, for: 1)
        #expect(try client.value(of: "longer") == 2)
        let revert = try client.call("tunables.last")
        #expect(revert["actor"]["client"] == "tunerd")
        #expect(revert["changes"]?.elements.first == ["key": "a", "value": 1, "old": 2, "origin": "local"])

        try client.call("tunables.set", ["key": "a", "value": 3, "for": 0.2])
        let end = Kernel.monotonicTime() + .milliseconds(250)
        try isKilled ? first.kill() : first.stop()
        #expect(try eventually { Kernel.monotonicTime() >= end })
        let second = try DaemonProcess(in: directory)
        let reader = try second.client()
        // The override has ended before the first response.
        #expect(try reader.value(of: "a") == 1)
        try reader.call("tunables.set", ["key": "a", "value": 4, "for": 1.5])
        try isKilled ? second.kill() : second.stop()
        let third = try DaemonProcess(in: directory)
        let last = try third.client()
        try wait(last, for: 1)
        #expect(try last.value(of: "longer") == 2)
    }

    @Test func `describe returns the last declaration time across restarts, until the key is forgotten`() throws {
        let spec: JSON = ["type": "integer", "default": 1]
        let first = try DaemonProcess(in: directory)
        let client = try first.client()
        func declaredAt(_ key: String, _ client: Client) throws -> String? {
            guard case .string(let text)? = try client.call("tunables.describe", ["key": .string(key)])["declaredAt"]
            else { return nil }
            return text
        }
        try client.call("tunables.declare", ["key": "a", "spec": spec])
        let began = try #require(try declaredAt("a", client))
        #expect(began.hasSuffix("Z"))
        let deadline = Kernel.monotonicTime() + .seconds(60)
        var last = began
        while last == began, Kernel.monotonicTime() < deadline {
            #expect(try client.call("tunables.declare", ["key": "a", "spec": spec])["changed"] == false)
            last = try #require(try declaredAt("a", client))
        }
        #expect(last > began)
        #expect(try client.refusal(of: "tunables.declare", ["key": "a", "spec": ["type": "text"]]) != nil)
        try client.call("tunables.import", ["specs": ["b": spec], "dryRun": true])
        try client.call("tunables.import", ["specs": ["c": spec], "values": ["free": 1]])
        #expect(try declaredAt("a", client) == last)
        #expect(try client.refusal(of: "tunables.describe", ["key": "b"])?.kind == "unknownKey")
        let imported = try declaredAt("c", client)
        #expect(imported != nil)
        #expect(try declaredAt("free", client) == nil)
        try first.stop()

        let again = try DaemonProcess(in: directory)
        let other = try again.client()
        #expect(try declaredAt("a", other) == last)
        #expect(try declaredAt("c", other) == imported)
        try other.call("tunables.set", ["key": "a", "value": 2])
        try other.call("tunables.forget", ["key": "a"])
        try other.call("tunables.set", ["key": "a", "value": 2])
        #expect(try declaredAt("a", other) == nil)
    }

    @Test func `the declaration time survives a kill`() throws {
        let first = try DaemonProcess(in: directory)
        let client = try first.client()
        try client.call("tunables.declare", ["key": "a", "spec": ["type": "integer", "default": 1]])
        try client.call("tunables.import", ["specs": ["b": ["type": "integer", "default": 1]]])
        let declared = try ["a", "b"].map { try client.call("tunables.describe", ["key": .string($0)])["declaredAt"] }
        // Kill the daemon before it writes the soft state, which happens after a second.
        try first.kill()
        let second = try DaemonProcess(in: directory)
        let reader = try second.client()
        let found = try ["a", "b"].map { try reader.call("tunables.describe", ["key": .string($0)])["declaredAt"] }
        #expect(found == declared)
        #expect(declared.allSatisfy { $0?.string?.hasSuffix("Z") == true })
    }

    @Test func `a successful layers put clears the rejection record, also after a kill`() throws {
        let first = try DaemonProcess(in: directory)
        let client = try first.client()
        try client.call("layers.put", ["name": "business", "values": ["a": 1]])
        let bad: JSON = ["name": "business", "values": ["a": .null]]
        let refusal = try #require(try client.refusal(of: "layers.put", bad))
        // The soft state is written some time after the rejection.
        let journal = directory.file("state/journal-00000001")
        func isWritten() throws -> Bool {
            String(decoding: try KernelFile(try Kernel.open(journal, .read)).readWhole(), as: UTF8.self)
                .contains(refusal.message)
        }
        #expect(try eventually { try isWritten() })
        try #require(try isWritten())
        try client.call("layers.put", ["name": "business", "values": ["a": 2], "ttl": 3_600])
        // Kill the daemon before it writes the soft state, which happens after a second.
        try first.kill()
        let second = try DaemonProcess(in: directory)
        let reader = try second.client()
        let layer = try reader.call("layers.get", ["name": "business"])
        #expect(layer["values"] == ["a": 2])
        #expect(layer["rejected"] == nil)
        #expect(try reader.call("layers.list")["layers"]?.elements.first?["rejected"] == nil)
    }

    @Test func `rejections and the age of layers survive an orderly restart`() throws {
        let first = try DaemonProcess(in: directory)
        let client = try first.client()
        try client.call("layers.put", ["name": "business", "values": ["a": 1], "ttl": 1])
        let schema: JSON = ["type": "object", "properties": ["a": ["type": "integer"]]]
        let bad: JSON = ["name": "business", "values": ["a": "x"], "schema": schema]
        #expect(try client.refusal(of: "layers.put", bad)?.kind == "typeMismatch")
        func layer(_ client: Client) throws -> JSON? {
            try client.call("layers.list")["layers"]?.elements.first
        }
        let before = try layer(client)
        #expect(before["rejected"]["count"] == 1)
        let age = { (layer: JSON?) -> Double in
            guard case .double(let age)? = layer["age"] else { return -1 }
            return age
        }
        try first.stop()
        let again = try DaemonProcess(in: directory)
        let after = try layer(try again.client())
        #expect(after["rejected"] == before["rejected"])
        #expect(age(after) > age(before))
        let reader = try again.client()
        #expect(try eventually { try layer(reader)["stale"] == true })
        #expect(try reader.call("layers.get", ["name": "business"])["values"] == ["a": 1])
    }

    @Test(arguments: [true, false])
    func `a snapshot replaces a long journal while clients read`(isKilled: Bool) throws {
        let first = try DaemonProcess("--durability \(isKilled ? "sync" : "none") --log-level debug", in: directory)
        let writer = try first.client()
        let reader = try first.client()
        try reader.call("tunables.set", ["key": "small", "value": 1])
        var newest: [String: Int64] = [:]
        var number: Int64 = 0
        func names() throws -> [String] { try Kernel.names(in: directory.file("state")) }
        // Stop at the first write to the next journal, because the duration of the snapshot is unknown.
        while try number < 400 && !names().contains("journal-00000002") {
            number += 1
            let key = "large\(number % 8)"
            let text = String(repeating: "\(number),", count: 30_000)
            try writer.call("tunables.update", ["values": [key: .string(text), "\(key).number": .integer(number)]])
            newest[key] = number
            #expect(try reader.value(of: "small") == 1)
        }
        /// Returns whether the snapshot exists and the old journal is gone, which is the last step.
        func hasSnapshot() throws -> Bool {
            try names().contains("snapshot-00000002") && !names().contains("journal-00000001")
        }
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while try !hasSnapshot(), Kernel.monotonicTime() < deadline { #expect(try reader.value(of: "small") == 1) }
        #expect(try hasSnapshot())
        let epoch = try reader.call("server.info")["epoch"]
        try isKilled ? first.kill() : first.stop()
        let bytes = try Kernel.names(in: directory.file("state")).reduce(Int64(0)) {
            $0 + (try Kernel.status(of: directory.file("state/\($1)")).size)
        }
        #expect(bytes < 12 << 20)
        let again = try DaemonProcess(in: directory)
        let client = try again.client()
        for (key, number) in newest {
            #expect(try client.value(of: "\(key).number") == .integer(number))
            #expect(try client.value(of: key) == .string(String(repeating: "\(number),", count: 30_000)))
        }
        #expect(try client.call("server.info")["epoch"] == epoch)
        #expect(try client.value(of: "small") == 1)
    }
}
