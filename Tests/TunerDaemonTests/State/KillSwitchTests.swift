import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the kill switch's limits in memory and on disk.
@Suite(.blocking) struct KillSwitchTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func journalBytes() throws -> Int {
        let subdirectory = directory.file("state")
        return try KernelFileSystem().names(in: subdirectory).filter { $0.hasPrefix("journal-") }.reduce(0) {
            sum,
            name in
            let text = try KernelFileSystem().open("\(subdirectory)/\(name)", .read).readWhole()
            // Ignore the preallocated zeros at the end.
            return sum + text.prefix { $0 != 0 }.count
        }
    }

    @Test func `the number of kill switch patterns is limited in memory and on disk`() throws {
        let first = try DaemonProcess(in: directory)
        let client = try first.client()
        var refusals: Set<String> = []
        for call in 0..<100 {
            let patterns = (0..<1_000).map { JSON.string("k\(call).\($0)") }
            let refusal = try client.refusal(of: "flags.killSwitch", ["on": true, "match": .array(patterns)])
            if let refusal {
                #expect(refusal.kind == "tooLarge")
                refusals.insert(refusal.message)
            }
        }
        #expect(refusals == ["there may be at most 1024 patterns of the kill switch"])
        for number in 0..<20 {
            try client.call("flags.killSwitch", ["on": true, "match": .string("x\(number)")])
        }
        let limited = try client.call("server.info")["limited"]
        #expect(limited?["by"]?.elements.reduce(0) { $0 + ($1["match"]?.elements.count ?? 0) } == 1_020)
        // One commit with a thousand patterns, and twenty commits with one pattern each.
        #expect(try journalBytes() < 20_000)
        try first.kill()
        let second = try DaemonProcess(in: directory)
        #expect(try second.client().call("server.info")["limited"] == limited)
    }

    @Test func `the reasons of the kill switch count toward its size limit`() throws {
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.client()
        let reason = String(repeating: "r", count: 1 << 16)
        let refusal = try client.refusal(of: "flags.killSwitch", ["on": true, "match": "a", "reason": .string(reason)])
        #expect(refusal?.kind == "tooLarge")
        #expect(
            refusal?.message
                == "the patterns and reasons of the kill switch may have at most 65536 bytes; with this change they would have 65537"
        )
    }
}
