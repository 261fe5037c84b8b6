import JSONCore
import SystemCore
import TestSupport
import TunerStore

/// A state in the root of a disk, and what a daemon does with it.
enum TestStore {
    static let steps = 1 << 10...1 << 11

    struct Recovered {
        let files: RecoveredFiles
        let records: [String]
    }

    static func recover(_ files: any FileSystem, repairing: Bool = false) throws(StoreError) -> Recovered {
        var collector = Collector()
        let found = try Recovery.run(files, folder: "", repairing: repairing, into: &collector)
        return Recovered(files: found, records: collector.records)
    }

    /// A journal that goes on from what was found, in a file of its own.
    static func journal(
        _ files: any FileSystem,
        after found: RecoveredFiles,
        _ durability: Durability = .sync
    ) throws(StoreError) -> Journal {
        var journal = waitingJournal(files, after: found, durability)
        try journal.beginFile()
        return journal
    }

    /// The same before its file was begun.
    static func waitingJournal(
        _ files: any FileSystem,
        after found: RecoveredFiles,
        _ durability: Durability = .sync
    ) -> Journal {
        Journal(
            files,
            folder: "",
            after: found,
            epoch: found.needsNewEpoch ? "later" : found.epoch ?? "first",
            revision: found.revision,
            durability: durability,
            zeroSteps: steps
        )
    }

    /// A record of about so many bytes that is like no other.
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

    /// A new disk with these files.
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
