import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the real daemon whose state directory is moved or removed while it runs.
@Suite(.blocking) struct MovedStateTests {
    private let directory: TemporaryDirectory
    private let state: String

    init() throws {
        directory = try TemporaryDirectory()
        state = directory.file("state")
    }

    private func run(_ script: String) throws {
        let result = try Program(script: script, [directory.path]).wait()
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }

    /// Sets a key until the daemon refuses; with loose durability, the error appears only after some responses.
    private func refusal(_ client: Client, _ key: String) throws -> RemoteError? {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        var number: Int64 = 0
        while Kernel.monotonicTime() < deadline {
            number += 1
            if let refusal = try client.refusal(of: "tunables.set", ["key": .string(key), "value": .integer(number)]) {
                return refusal
            }
            guard try client.call("server.info")["durability"] != "sync" else { return nil }
        }
        return nil
    }

    @Test(arguments: ["sync", "relaxed", "none"])
    func `the daemon refuses writes while its state directory is moved`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)", in: directory)
        let client = try daemon.client()
        try client.call("tunables.set", ["key": "a", "value": 1])
        try run(#"mv "$1/state" "$1/elsewhere""#)
        let refusal = try refusal(client, "b")
        #expect(refusal?.kind == "storage")
        #expect(refusal?.message.contains("was moved, replaced or removed while tunerd was running") == true)
        #expect(try client.value(of: "a") == 1)
        #expect(try !client.isStorageOK)
        // An empty directory at the path is not the state directory.
        try run(#"mkdir -m 700 "$1/state""#)
        #expect(try self.refusal(client, "b")?.kind == "storage")
        #expect(try KernelFileSystem().names(in: state).isEmpty)
        try run(#"rmdir "$1/state" && mv "$1/elsewhere" "$1/state""#)
        #expect(try eventually { try client.isStorageOK })
        try client.call("tunables.set", ["key": "c", "value": 3])
        try durability == "sync" ? daemon.kill() : daemon.stop()
        let again = try DaemonProcess(in: directory)
        #expect(try again.client().value(of: "a") == 1)
        #expect(try again.client().value(of: "c") == 3)
    }

    @Test(arguments: [#"rm -rf "$1/state""#, #"rm "$1/state/"journal-*"#])
    func `after a removal of state files writes are refused, and the error suggests an export`(removal: String) throws {
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.client()
        try client.call("tunables.set", ["key": "a", "value": 1])
        try run(removal)
        for _ in 0..<2 {
            let refusal = try refusal(client, "b")
            #expect(refusal?.kind == "storage")
            #expect(refusal?.message.contains("tunerctl export") == true)
        }
        #expect(try client.call("tunables.export")["values"]["a"] == 1)
        #expect(try client.value(of: "b") == nil)
    }

    @Test func `a daemon detects a moved directory before its first write`() throws {
        let first = try DaemonProcess(in: directory)
        try first.client().call("tunables.set", ["key": "a", "value": 1])
        try first.stop()
        let daemon = try DaemonProcess(in: directory)
        try run(#"mv "$1/state" "$1/elsewhere" && mkdir -m 700 "$1/state""#)
        #expect(try refusal(daemon.client(), "b")?.kind == "storage")
        #expect(try KernelFileSystem().names(in: state).isEmpty)
    }
}
