import SystemCore
import TestSupport
import Testing
import TunerStore

/// A crash at each operation, and a single failure of each operation.
@Suite struct JournalCrashTests {
    static let outcomes =
        [CrashOutcome.onlySynced, .everything] + Seeds.all.suffix(6).map { CrashOutcome.mixed(seed: $0) }

    @Test func `a start removes the preallocated zeros after a crash`() throws {
        let files = FaultyFileSystem()
        for life in 1...5 {
            var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
            _ = try journal.append([TestStore.record(life)])
            // Do not close the journal, as in a crash.
        }
        let found = try TestStore.recover(files)
        #expect(found.records == (1...5).map { TestStore.record($0) })
        for number in 1...5 {
            #expect(try TestStore.content(files, "journal-0000000\(number)").last == UInt8(ascii: "\n"))
        }
    }

    @Test(arguments: Durability.allCases)
    func `a crash at any operation loses no acknowledged record`(durability: Durability) throws {
        var crash = 0
        while true {
            crash += 1
            let number = crash
            let files = FaultyFileSystem { $0.number == number ? .crash : nil }
            let life = JournalLife(files, durability)
            for outcome in Self.outcomes {
                let fault = try Self.fault(in: files.afterCrash(outcome), of: life, durability)
                #expect(fault == nil, "crash at \(files.operations.last as Any), \(outcome)")
                guard fault == nil else { return }
            }
            guard files.hasCrashed else { break }
        }
        #expect(crash > 40)
    }

    @Test(
        arguments: Durability.allCases,
        [DiskFault.fail(.noSpace), .fail(.inputOutput), .short(1), .short(150)]
    )
    func `a single failure of any operation loses no acknowledged record`(
        durability: Durability,
        fault: DiskFault
    ) throws {
        var failing = 0
        var errors = 0
        while true {
            failing += 1
            let number = failing
            let files = FaultyFileSystem { $0.number == number ? fault : nil }
            let life = JournalLife(files, durability)
            errors += life.errors.count
            for outcome in Self.outcomes.suffix(3) + [.onlySynced] {
                let wrong = try Self.fault(in: files.afterCrash(outcome), of: life, durability)
                #expect(wrong == nil, "\(fault) at \(files.operations[number - 1]), \(outcome)")
                guard wrong == nil else { return }
            }
            guard files.operations.count >= number else { break }
        }
        let isShort = fault == .short(1) || fault == .short(150)
        #expect(isShort == (errors == 0))
    }

    @Test func `failing flushes from any operation on lose no acknowledged record`() throws {
        var failing = 0
        while true {
            failing += 1
            let number = failing
            let files = FaultyFileSystem { $0.number >= number && $0.kind.isSync ? .fail(.inputOutput) : nil }
            let life = JournalLife(files, .sync)
            for outcome in Self.outcomes.prefix(3) {
                let wrong = try Self.fault(in: files.afterCrash(outcome), of: life, .sync)
                #expect(wrong == nil, "from \(number) on, \(outcome)")
                guard wrong == nil else { return }
            }
            guard files.operations.count >= number else { return }
        }
    }

    /// Returns what is wrong after a crash with the recovered records or with the next start, or nil.
    static func fault(
        in disk: FaultyFileSystem,
        of life: JournalLife,
        _ durability: Durability
    ) throws -> String? {
        let found: TestStore.Recovered
        do {
            found = try TestStore.recover(disk)
        } catch {
            return "\(error)"
        }
        if let fault = life.fault(in: found) { return fault }
        // A journal can continue after the recovery, and a second recovery finds the old and the new records.
        var journal = try TestStore.journal(disk, after: found.files, durability)
        _ = try journal.append(["{\"new\":true}"])
        try journal.close()
        let again = try TestStore.recover(disk)
        guard again.files.end == .orderly else { return "an orderly end is not seen" }
        return again.records == found.records + ["{\"new\":true}"] ? nil : "the next start finds something else"
    }
}
