import JSONCore
import SystemCore
import TestSupport
import TunerStore

/// A store in the root directory of a test disk.
enum TestStore {
    static let steps = 1 << 10...1 << 11

    struct Recovered {
        let files: RecoveredFiles
        let records: [String]
    }

    static func recover(_ files: any FileSystem, repairing: Bool = false) throws(StoreError) -> Recovered {
        var collector = Collector()
        let found = try Recovery.run(files, directory: "", repairing: repairing, into: &collector)
        return Recovered(files: found, records: collector.records)
    }

    /// Returns a journal that continues after the recovered files, with its file begun.
    static func journal(
        _ files: any FileSystem,
        after found: RecoveredFiles,
        _ durability: Durability = .sync
    ) throws(StoreError) -> Journal {
        var journal = waitingJournal(files, after: found, durability)
        try journal.beginFile()
        return journal
    }

    /// Returns the same journal without a file.
    static func waitingJournal(
        _ files: any FileSystem,
        after found: RecoveredFiles,
        _ durability: Durability = .sync
    ) -> Journal {
        Journal(
            files,
            directory: "",
            after: found,
            epoch: found.needsNewEpoch ? "later" : found.epoch ?? "first",
            revision: found.revision,
            durability: durability,
            zeroSteps: steps
        )
    }

    /// Returns a unique record with `padding` bytes of padding.
    static func record(_ number: Int, padding: Int = 100) -> String {
        "{\"record\":\(number),\"padding\":\"\(String(repeating: "x", count: padding))\"}"
    }

    static func content(_ files: any FileSystem, _ name: String) throws -> [UInt8] {
        try files.open("/\(name)", .read).readWhole()
    }

    static func write(_ files: any FileSystem, _ name: String, _ bytes: [UInt8]) throws {
        let file = try files.open("/\(name)", [.write, .create, .truncate])
        try file.writeFully(bytes.span, at: 0)
        try file.sync()
        try files.syncDirectory("/")
    }

    /// Returns a new disk with these files.
    static func disk(_ contents: [String: [UInt8]]) throws -> FaultyFileSystem {
        let files = FaultyFileSystem()
        for (name, bytes) in contents {
            try write(files, name, bytes)
        }
        return files
    }
}

extension Journal {
    /// Appends records as one batch.
    mutating func append(_ records: [String]) throws(StoreError) -> Int {
        try append(Array(records.map { $0 + "\n" }.joined().utf8).span, count: records.count, revision: 0)
    }
}
