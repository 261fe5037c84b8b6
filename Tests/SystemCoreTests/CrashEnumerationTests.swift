import SystemCore
import TestSupport
import Testing

/// Crashes a small store at every operation, and checks that this finds the mistakes that the store can be set to make.
@Suite struct CrashEnumerationTests {
    enum Mistake: CaseIterable {
        case noDataSync
        case noDirectorySync
        case renameBeforeSync
    }

    /// Replaces a file: writes and syncs a new file, renames it over the old one, and syncs the directory.
    private static func save(_ value: UInt8, in files: any FileSystem, without mistake: Mistake?) throws {
        let file = try files.open("/new", [.write, .create, .truncate])
        try file.writeFully([UInt8](repeating: value, count: 1500).span, at: 0)
        if mistake == .renameBeforeSync { try files.rename("/new", to: "/value") }
        if mistake != .noDataSync { try file.syncData() }
        if mistake != .renameBeforeSync { try files.rename("/new", to: "/value") }
        if mistake != .noDirectorySync { try files.syncDirectory("/") }
    }

    /// Returns the crashes after which an acknowledged value is missing, or a value is there that was not completely
    /// written.
    private static func faults(with mistake: Mistake?) throws -> [String] {
        var faults: [String] = []
        var crash = 0
        while true {
            crash += 1
            let number = crash
            let files = FaultyFileSystem { $0.number == number ? .crash : nil }
            var acknowledged: UInt8 = 0
            for value in 1...3 as ClosedRange<UInt8> {
                guard (try? save(value, in: files, without: mistake)) != nil else { break }
                acknowledged = value
            }
            for seed in 0..<30 as Range<UInt64> {
                let disk = files.afterCrash(.mixed(seed: seed))
                let bytes = (try? disk.open("/value", .read).readWhole()) ?? []
                let value = bytes.first ?? 0
                let isWhole = bytes.isEmpty ? acknowledged == 0 : bytes == [UInt8](repeating: value, count: 1500)
                if !isWhole || value < acknowledged { faults.append("crash \(number), seed \(seed)") }
            }
            guard files.hasCrashed else { return faults }
        }
    }

    @Test func `a correct store survives a crash at any operation`() throws {
        #expect(try Self.faults(with: nil) == [])
    }

    @Test(arguments: Mistake.allCases)
    func `crash enumeration detects each mistake of a store`(mistake: Mistake) throws {
        #expect(try !Self.faults(with: mistake).isEmpty)
    }
}
