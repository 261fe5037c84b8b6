import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerStore

/// Tests that the journals do not grow with the number of changes.
@Suite(.blocking) struct JournalSizeTests {
    /// Returns the names of the finished journals or snapshots in a state directory.
    private static func names(_ kind: String, in directory: String) throws -> [String] {
        try Kernel.names(in: directory).filter { $0.hasPrefix(kind) && !$0.hasSuffix(".new") }
    }

    /// Returns the size of all of them.
    private static func size(_ kind: String, in directory: String) throws -> Int64 {
        // A snapshot removes older files at any time.
        try names(kind, in: directory).compactMap { try? Kernel.status(of: "\(directory)/\($0)").size }.reduce(0, +)
    }

    @Test(arguments: ["sync", "relaxed"])
    func `after many changes the journals and the snapshot are within their bound`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let directory = daemon.directory.file("state")
        let client = try daemon.client()
        let text = String(repeating: "x", count: 1 << 19)
        var numbers: Set<String> = []
        for round in 1...3 {
            for number in 1...40 {
                let value = JSON.string("\(round) \(number) \(text)")
                try client.call("tunables.set", ["key": .string("big\(number % 3)"), "value": value])
            }
            // A snapshot that is due ends without another change.
            var (journals, snapshot, attempts): (Int64, Int64, Int) = (0, 0, 0)
            repeat {
                attempts += 1
                try client.call("ping")
                journals = try Self.size("journal-", in: directory)
                snapshot = try Self.size("snapshot-", in: directory)
            } while journals > max(SnapshotRule.minBytes, 2 * snapshot) + 1 << 20 && attempts < 100_000
            #expect(journals <= max(SnapshotRule.minBytes, 2 * snapshot) + 1 << 20)
            #expect(snapshot > 3 << 19 && snapshot < 16 << 20)
            numbers.formUnion(try Self.names("snapshot-", in: directory))
        }
        // Each round has written more than the journals may have.
        #expect(numbers.count >= 3)
        try daemon.stop()
    }
}
