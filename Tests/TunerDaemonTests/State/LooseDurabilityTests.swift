import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of daemons whose responses do not wait for the disk.
@Suite(.blocking) struct LooseDurabilityTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Waits until the journal contains a text.
    private func waitForJournal(holding text: String) throws {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        let wanted = Array(text.utf8)
        while Kernel.monotonicTime() < deadline {
            let names = try Kernel.names(in: directory.file("state")).filter { $0.hasPrefix("journal") }
            for name in names {
                let bytes = try KernelFileSystem().open(directory.file("state/\(name)"), .read).readWhole()
                if bytes.firstRange(of: wanted) != nil { return }
            }
        }
        Issue.record("\(text) was never written")
    }

    @Test(arguments: ["relaxed", "none"])
    func `with loose durability a kill keeps written data and changes the epoch`(durability: String) throws {
        let first = try DaemonProcess("--durability \(durability)", in: directory)
        let client = try first.client()
        let epoch = try client.call("server.info")["epoch"]
        #expect(try client.call("server.info")["durability"] == .string(durability))
        for number: Int64 in 1...200 {
            try client.call("tunables.set", ["key": "a", "value": .integer(700_000 + number)])
        }
        let revision = try client.call("server.info")["revision"]?.integer ?? 0
        try waitForJournal(holding: "700200")
        try first.kill()
        let second = try DaemonProcess("--durability \(durability)", in: directory)
        #expect(try second.client().value(of: "a") == 700_200)
        let info = try second.client().call("server.info")
        #expect(info["epoch"] != epoch)
        #expect(info["revision"]?.integer ?? 0 >= revision)
        try second.client().call("tunables.set", ["key": "b", "value": 1])
        try second.stop()
        // An orderly stop loses nothing, so the epoch stays.
        let third = try DaemonProcess("--durability \(durability)", in: directory)
        #expect(try third.client().call("server.info")["epoch"] == info["epoch"])
        #expect(try third.client().value(of: "b") == 1)
    }

    @Test(arguments: ["relaxed", "none"])
    func `a new epoch keeps the bucketing key of flags`(durability: String) throws {
        let flag = """
            {"self": {"state": "ENABLED", "variants": {"a": true},
             "targeting": {"fractional": [{"var": "targetingKey"}, ["a", 1], ["b", 0]]}}}
            """
        func bucketing(_ client: Client) throws -> JSON? {
            let response = try client.call("flags.evaluate", ["key": "self", "explain": true])
            return response["explain"]["steps"]?.elements.first?["saw"]["targetingKey"]
        }
        let first = try DaemonProcess("--durability \(durability)", in: directory)
        let client = try first.client()
        try client.define(flag)
        let own = try bucketing(client)
        let epoch = try client.call("server.info")["epoch"]
        #expect(own == epoch)
        try waitForJournal(holding: "fractional")
        try first.kill()
        for _ in 0..<2 {
            let next = try DaemonProcess("--durability \(durability)", in: directory)
            #expect(try next.client().call("server.info")["epoch"] != epoch)
            #expect(try bucketing(next.client()) == own)
            try next.stop()
        }
    }

    @Test func `after a kill a sync daemon changes the epoch of a relaxed state once`() throws {
        let first = try DaemonProcess("--durability relaxed", in: directory)
        let epoch = try first.client().call("server.info")["epoch"]
        try first.client().call("tunables.set", ["key": "a", "value": 700_001])
        try first.kill()
        let second = try DaemonProcess(in: directory)
        let name = try second.client().call("server.info")["epoch"]
        #expect(name != epoch)
        try second.kill()
        let third = try DaemonProcess(in: directory)
        #expect(try third.client().call("server.info")["epoch"] == name)
    }

    @Test(
        .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
        .disabled(if: Demands.areSanitized, "a sanitizer makes its own calls"),
        arguments: ["relaxed", "none"],
        [true, false]
    )
    func `a stop after a failed write stores the acknowledged writes if the disk recovers`(
        durability: String,
        isWell: Bool
    ) throws {
        // The write of a batch fails, and perhaps also the write of the journal that replaces it.
        let failing = isWell ? "error=EIO:when=2..3" : "error=EIO:when=2+"
        let prefix = "strace -D -f --seccomp-bpf -o /dev/null -e trace=pwritev -e inject=pwritev:\(failing)"
        let first = try DaemonProcess("--durability \(durability)", under: prefix, in: directory)
        let client = try first.client()
        var stored: Int64 = 0
        while try client.refusal(of: "tunables.set", ["key": "a", "value": .integer(stored + 1)]) == nil {
            stored += 1
        }
        try client.call("server.stop")
        #expect(try first.program.wait().errors.contains("the last changes are lost") == !isWell)
        let again = try DaemonProcess("--durability \(durability)", in: directory)
        let value = try again.client().value(of: "a")?.integer ?? 0
        #expect(isWell ? value == stored : value < stored)
    }

    @Test(
        .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
        .disabled(if: Demands.areSanitized, "a sanitizer makes its own calls"),
        arguments: ["relaxed", "none"],
        4...8
    )
    func `a failing disk does not revert acknowledged writes`(durability: String, number: Int) throws {
        // One of these writes is a batch or preallocated space. The next one starts the new journal with the unflushed
        // data.
        let failing = "error=EIO:when=\(number)..\(number + 1)"
        let prefix = "strace -D -f --seccomp-bpf -o /dev/null -e trace=pwritev -e inject=pwritev:\(failing)"
        let first = try DaemonProcess("--durability \(durability)", under: prefix, in: directory)
        let client = try first.client()
        var stored: Int64 = 0
        var refused = false
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while Kernel.monotonicTime() < deadline {
            if let refusal = try client.refusal(of: "tunables.set", ["key": "a", "value": .integer(stored + 1)]) {
                #expect(refusal.kind == "storage")
                refused = true
            } else {
                stored += 1
                if refused { break }
            }
            #expect(try client.value(of: "a") == .integer(stored))
        }
        #expect(refused)
        #expect(stored > 1)
        let revision = try client.call("server.info")["revision"]
        try first.stop()
        let again = try DaemonProcess("--durability \(durability)", in: directory)
        let value = try again.client().value(of: "a")
        #expect(value == .integer(stored))
        let info = try again.client().call("server.info")
        #expect(info["revision"] == revision)
    }
}
