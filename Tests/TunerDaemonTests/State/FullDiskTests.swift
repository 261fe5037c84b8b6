import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the real daemon on a real disk that is full or read-only.
@Suite(.blocking, SmallDisk.needsRoot) struct FullDiskTests {
    /// Returns a large value.
    private static func large(_ number: Int) -> JSON { .string(String(repeating: "\(number),", count: 50_000)) }

    /// Writes until the disk is full; returns the last stored number and the error.
    private static func fill(_ client: Client) throws -> (stored: Int64, refusal: RemoteError) {
        for number in 1...100 {
            let values: JSON = ["values": ["number": .integer(Int64(number)), "text\(number % 3)": large(number)]]
            if let refusal = try client.refusal(of: "tunables.update", values) {
                return (Int64(number) - 1, refusal)
            }
        }
        throw ProgramFault.doesNotRead
    }

    @Test(arguments: ["sync", "relaxed", "none"])
    func `with a full disk the daemon refuses durable changes and serves all other requests`(durability: String) throws
    {
        // The space freed later must fit a second journal of the same size, because unflushed data is written again.
        let disk = try SmallDisk(megabytes: 8)
        try disk.fill(leaving: 3 << 20)
        let daemon = try DaemonProcess("--durability \(durability)", state: "\(disk.path)/state")
        let client = try daemon.client()
        try client.call("layers.put", ["name": "kept", "values": ["a": 1]])
        let (stored, refusal) = try Self.fill(client)
        #expect(refusal.kind == "storage")
        #expect(refusal.message.contains("No space left on device (ENOSPC)"))
        #expect(refusal.message.contains(disk.path))
        // With loose durability, the response is sent before the daemon knows the result of the write.
        let before = try client.value(of: "number")?.integer
        #expect(before == stored)
        #expect(try client.call("layers.get", ["name": "kept"])["values"] == ["a": 1])
        for method in ["tunables.undo", "tunables.resetAll"] {
            #expect(try client.refusal(of: method)?.kind == "storage")
        }
        let declaration: JSON = ["key": "d", "spec": ["type": "string", "default": Self.large(1)]]
        #expect(try client.refusal(of: "tunables.declare", declaration)?.kind == "storage")
        let storage = try client.call("server.info")["storage"]
        #expect(storage["ok"] == false)
        #expect(storage["error"]?.string?.contains("ENOSPC") == true)
        // Requests that need no disk still succeed.
        let world = try daemon.client()
        try world.call("worlds.create")
        try world.call("tunables.set", ["key": "number", "value": -1])
        #expect(try world.value(of: "number") == -1)
        #expect(try client.value(of: "number")?.integer == stored)

        try disk.empty()
        #expect(try eventually { try client.isStorageOK })
        #expect(try client.value(of: "number")?.integer == stored)
        try client.call("tunables.update", ["values": ["number": 1_000]])
        let epoch = try client.call("server.info")["epoch"]
        let texts = try (0..<3).map { try client.value(of: "text\($0)") }
        try daemon.stop()
        let again = try DaemonProcess("--durability \(durability)", state: "\(disk.path)/state")
        let reader = try again.client()
        #expect(try reader.value(of: "number") == 1_000)
        #expect(try (0..<3).map { try reader.value(of: "text\($0)") } == texts)
        #expect(try reader.call("layers.get", ["name": "kept"])["values"] == ["a": 1])
        #expect(try reader.call("server.info")["epoch"] == epoch)
        try again.kill()
    }

    @Test(
        .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
        .disabled(if: Demands.areSanitized, "a sanitizer makes its own calls")
    )
    func `the daemon limits its retries and its log lines while the disk stays full`() throws {
        let disk = try SmallDisk(megabytes: 2)
        let directory = try TemporaryDirectory()
        let (log, flags) = (directory.file("calls"), directory.file("no-flags.json"))
        let prefix = SystemCallLog.prefix("openat,/stat", to: log)
        let daemon = try DaemonProcess(
            "--flags \(flags)",
            under: prefix,
            in: directory,
            state: "\(disk.path)/state",
            product: "test-daemon"
        )
        let client = try daemon.client()
        try client.call("tunables.set", ["key": "a", "value": 1])
        try client.call("tunables.set", ["key": "a", "value": 2, "for": 3_600])
        try disk.fill()
        _ = try Self.fill(client)
        try daemon.setClocksForward(bySeconds: 3_600)
        // The override has ended, but its end cannot be stored. The writer and the search for free space both retry
        // after a second. The daemon tries to read the missing file of flags each second, too.
        func counts() throws -> (retries: Int, seconds: Int) {
            let calls = try SystemCallLog(log).calls
            return (calls.count { $0.text.contains(".new") }, calls.count { $0.text.contains(flags) })
        }
        let before = try counts()
        #expect(try eventually { try counts().seconds >= before.seconds + 4 })
        let after = try counts()
        #expect((1...20).contains(after.retries - before.retries), "\(before) \(after)")
        let errors = try daemon.program.errors(within: .zero) { _ in false }
        #expect(errors.untimedLines.count { $0.hasPrefix("error ") } < 10, "\(errors)")
        #expect(try client.value(of: "a") == 2)
        try disk.empty()
        #expect(try eventually { try client.value(of: "a") == 1 })
        try daemon.stop()
    }

    @Test func `a start fails in a read-only state directory and names the lock file`() throws {
        let disk = try SmallDisk(megabytes: 2)
        let first = try DaemonProcess(state: "\(disk.path)/state")
        try first.stop()
        try disk.remount("ro")
        let line = ["--socket", first.socket, "--state", "\(disk.path)/state"]
        let result = try Program(BuiltProduct.path("tunerd"), line).wait()
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("tunerd: open of \(disk.path)/state/tunerd.lock failed: Read-only file system"))
        try disk.remount("rw")
        let again = try DaemonProcess(state: "\(disk.path)/state")
        #expect(try again.client().call("server.info")["revision"] == 0)
        try again.kill()
    }

    @Test func `a start with a full disk serves reads, and writes after space is freed`() throws {
        let disk = try SmallDisk(megabytes: 2)
        let first = try DaemonProcess(state: "\(disk.path)/state")
        try first.client().call("tunables.set", ["key": "a", "value": 1])
        try first.stop()
        try disk.fill()
        let full = try DaemonProcess(state: "\(disk.path)/state")
        let client = try full.client()
        #expect(try client.value(of: "a") == 1)
        let refusal = try client.refusal(of: "tunables.set", ["key": "a", "value": 2])
        #expect(refusal?.kind == "storage")
        #expect(try client.value(of: "a") == 1)
        #expect(try !client.isStorageOK)
        try disk.empty()
        #expect(try eventually { try client.isStorageOK })
        try client.call("tunables.set", ["key": "a", "value": 2])
        try full.kill()
        let again = try DaemonProcess(state: "\(disk.path)/state")
        #expect(try again.client().value(of: "a") == 2)
        try again.kill()
    }

    @Test(arguments: ["sync", "relaxed", "none"], [false, true])
    func `after a crash a start with a full disk serves reads, then writes`(
        durability: String,
        isTorn: Bool
    ) throws {
        let disk = try SmallDisk(megabytes: 2)
        let state = "\(disk.path)/state"
        let first = try DaemonProcess("--durability sync", state: state)
        let client = try first.client()
        try client.call("tunables.set", ["key": "a", "value": 1])
        try client.call("tunables.set", ["key": "over", "value": 1, "for": 0.01])
        try first.kill()
        // Remove the preallocated zeros after the last batch. The start would otherwise cut them off, which frees
        // space.
        let file = try KernelFileSystem().open("\(state)/journal-00000001", [.read, .write])
        let end = try file.readWhole().prefix { $0 != 0 }.count
        try file.truncate(to: Int64(end))
        if isTorn {
            try file.writeFully(Array(#"{"batch":9,"flushed":"#.utf8).span, at: Int64(end))
        }
        try disk.fill()
        let full = try DaemonProcess("--durability \(durability)", state: state)
        let reader = try full.client()
        #expect(try reader.value(of: "a") == 1)
        let refusal = try reader.refusal(of: "tunables.set", ["key": "a", "value": 2])
        #expect(refusal?.kind == "storage")
        #expect(refusal?.message.contains("ENOSPC") == true)
        #expect(try reader.value(of: "a") == 1)
        #expect(try !reader.isStorageOK)
        try disk.empty()
        #expect(try eventually { try reader.isStorageOK })
        try reader.call("tunables.set", ["key": "a", "value": 2])
        #expect(try eventually { try reader.value(of: "over") == nil })
        try full.stop()
        let again = try DaemonProcess(state: state)
        #expect(try again.client().value(of: "a") == 2)
        try again.kill()
    }

    @Test func `repeated crashes do not fill a small disk`() throws {
        let disk = try SmallDisk(megabytes: 2)
        for number in 1...12 {
            let daemon = try DaemonProcess(state: "\(disk.path)/state")
            try daemon.client().call("tunables.set", ["key": "a", "value": .integer(Int64(number))])
            try daemon.kill()
        }
        let again = try DaemonProcess(state: "\(disk.path)/state")
        #expect(try again.client().value(of: "a") == 12)
        try again.kill()
    }

    @Test func `a first start with a full disk fails with ENOSPC`() throws {
        let disk = try SmallDisk(megabytes: 2)
        try disk.fill()
        let directory = try TemporaryDirectory()
        let line = ["--socket", directory.file("tuner/tunerd.sock"), "--state", "\(disk.path)/state"]
        let result = try Program(BuiltProduct.path("tunerd"), line).wait()
        #expect(result.code == 1)
        #expect(result.errors.hasSuffix("No space left on device (ENOSPC)\n"), "\(result.errors)")
    }
}
