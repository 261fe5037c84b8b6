import SystemCore
import TestSupport
import Testing
import TunerStore

/// Recovery from files that were damaged, cut or removed.
@Suite struct DamageTests {
    private static let batches = [["{\"a\":1}"], ["{\"b\":2}", "{\"c\":3}"], ["{\"d\":4}"]]
    private static let name = "journal-00000001"

    /// Returns the bytes of a journal with three batches.
    private static func journal(isClosed: Bool = false) throws -> [UInt8] {
        let files = FaultyFileSystem()
        var journal = Journal(
            files,
            directory: "",
            after: RecoveredFiles(),
            epoch: "first",
            revision: 0,
            durability: .sync,
            zeroSteps: 100...200
        )
        try journal.beginFile()
        for batch in batches { _ = try journal.append(batch) }
        if isClosed { try journal.close() }
        return try TestStore.content(files, name)
    }

    /// Returns the offset after the last byte that is not zero.
    private static func end(of bytes: [UInt8]) -> Int { (bytes.lastIndex { $0 != 0 } ?? -1) + 1 }

    private static func starts(of bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0...].starts(with: Array("{\"batch\":".utf8)) && bytes[$0 - 1] == 10 }
    }

    @Test func `a journal truncated anywhere yields the complete batches before the cut`() throws {
        let bytes = try Self.journal()
        let starts = Self.starts(of: bytes)
        let header = starts[0]
        let ends = Array(starts.dropFirst()) + [Self.end(of: bytes)]
        for cut in bytes.indices {
            let files = try TestStore.disk([Self.name: Array(bytes[..<cut])])
            guard cut >= header else {
                #expect(throws: StoreError.self, "cut at \(cut)") { try TestStore.recover(files) }
                continue
            }
            let found = try TestStore.recover(files)
            let whole = ends.filter { $0 <= cut }.count
            #expect(found.records == Self.batches.prefix(whole).flatMap { $0 }, "cut at \(cut)")
            let isTorn = cut > (([header] + ends).last { $0 <= cut } ?? header) && cut < ends[2]
            #expect(found.files.mustSkipRevisions == isTorn, "cut at \(cut)")
            #expect(found.files.notes.count == (isTorn ? 1 : 0), "cut at \(cut)")
            #expect(!found.files.needsNewEpoch)
        }
    }

    @Test(arguments: [false, true])
    func `a flipped byte stops the start, unless it is in the last batch or line`(isClosed: Bool) throws {
        let bytes = try Self.journal(isClosed: isClosed)
        let starts = Self.starts(of: bytes)
        let last = isClosed ? bytes.count - Array("{\"end\":3,\"checksum\":\"00000000\"}\n".utf8).count : starts[2]
        for position in bytes.indices {
            for bit in [0, 5] as [UInt8] {
                var damaged = bytes
                damaged[position] ^= 1 << bit
                let files = try TestStore.disk([Self.name: damaged])
                if position < last {
                    let error = #expect(throws: StoreError.self, "byte \(position)") { try TestStore.recover(files) }
                    let line = damaged[..<(starts.last { $0 <= position } ?? 0)].filter { $0 == 10 }.count
                    let isHeader = position < starts[0]
                    #expect(
                        error?.description.contains(isHeader ? "in line 1;" : "from line \(line + 1) on") == true,
                        "byte \(position): \(error as Any)"
                    )
                    try Self.expectRepair(files, isHeader: isHeader, losing: starts.lastIndex { $0 <= position })
                } else {
                    let found = try TestStore.recover(files)
                    let whole = isClosed || position >= Self.end(of: bytes) ? 3 : 2
                    #expect(found.records == Self.batches.prefix(whole).flatMap { $0 }, "byte \(position)")
                    #expect(found.files.mustSkipRevisions)
                    #expect(found.files.end == .unclean)
                }
            }
        }
    }

    private static func expectRepair(_ files: FaultyFileSystem, isHeader: Bool, losing lost: Int?) throws {
        let before = try TestStore.content(files, name)
        let found = try TestStore.recover(files, repairing: true)
        // Damage in the first line loses only the epoch.
        let kept = batches.indices.filter { isHeader || $0 != lost }.flatMap { batches[$0] }
        #expect(found.records == kept)
        #expect(found.files.needsNewEpoch && found.files.mustSkipRevisions)
        #expect(found.files.lastBatch == 3)
        #expect(try TestStore.content(files, "\(name).damaged") == before)
        // The repaired file needs no second repair.
        let again = try TestStore.recover(files)
        #expect(again.records == kept)
        #expect(again.files.needsNewEpoch)
        _ = try TestStore.journal(files, after: again.files)
        #expect(try !TestStore.recover(files).files.needsNewEpoch)
    }

    @Test func `a crash during a repair leaves the journal recoverable and its damaged copy whole`() throws {
        var bytes = try Self.journal()
        bytes[Self.starts(of: bytes)[1] + 3] ^= 1
        var crash = 0
        while true {
            crash += 1
            let files = try TestStore.disk([Self.name: bytes])
            let number = files.operations.count + crash
            files.setPlan { $0.number == number ? .crash : nil }
            _ = try? TestStore.recover(files, repairing: true)
            for outcome in [.onlySynced, .everything] + (0..<8).map({ CrashOutcome.mixed(seed: $0) }) {
                let disk = files.afterCrash(outcome)
                let found = try TestStore.recover(disk, repairing: true)
                #expect(found.records == Self.batches[0] + Self.batches[2], "crash at \(crash)")
                let aside = try disk.names(in: "/").filter { $0.contains("damaged") }
                #expect(try aside.contains { try TestStore.content(disk, $0) == bytes }, "crash at \(crash)")
            }
            guard files.hasCrashed else { break }
        }
        #expect(crash > 5)
    }

    /// Returns a disk with three closed journals of two batches each.
    private static func chain() throws -> FaultyFileSystem {
        let files = FaultyFileSystem()
        for life in 0..<3 {
            var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
            for number in 0..<2 { _ = try journal.append(["{\"record\":\(life * 2 + number)}"]) }
            try journal.close()
        }
        return files
    }

    @Test(arguments: 1...3)
    func `a missing journal stops the start, and a repair keeps the other journals`(missing: Int) throws {
        let files = try Self.chain()
        try files.removeFile("/journal-0000000\(missing)")
        if missing == 3 {
            // No other file refers to the last journal, so nothing shows that it is missing.
            #expect(try TestStore.recover(files).records.count == 4)
            return
        }
        let error = #expect(throws: StoreError.self) { try TestStore.recover(files) }
        #expect(error?.description.contains("is missing") == true)
        let found = try TestStore.recover(files, repairing: true)
        let kept = (0..<6).filter { $0 / 2 != missing - 1 }.map { "{\"record\":\($0)}" }
        #expect(found.records == kept)
        #expect(found.files.lastBatch == 6)
        #expect(found.files.needsNewEpoch)
        #expect(try TestStore.recover(files).records == kept)
    }

    @Test(arguments: 2...3)
    func `a repair rebuilds a damaged header from the neighboring files`(number: Int) throws {
        let files = try Self.chain()
        let name = "journal-0000000\(number)"
        var bytes = try TestStore.content(files, name)
        bytes[5] ^= 1
        try TestStore.write(files, name, bytes)
        #expect(throws: StoreError.self) { try TestStore.recover(files) }
        let found = try TestStore.recover(files, repairing: true)
        #expect(found.records == (0..<6).map { "{\"record\":\($0)}" })
        #expect(found.files.epoch == "first")
        #expect(found.files.needsNewEpoch)
    }

    @Test func `recovery skips a batch that a later journal does not count`() throws {
        let files = FaultyFileSystem()
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        _ = try journal.append(["{\"counts\":true}"])
        let number = files.operations.count + 2
        files.setPlan { $0.number == number ? .fail(.inputOutput) : nil }
        #expect(throws: StoreError.self) { try journal.append(["{\"counts\":false}"]) }
        let needsFile = journal.needsFile
        #expect(needsFile)
        // The failed batch is complete in the file.
        #expect(try TestStore.recover(files).records.count == 2)
        try journal.beginFile()
        _ = try journal.append(["{\"new\":true}"])
        #expect(try TestStore.recover(files).records == ["{\"counts\":true}", "{\"new\":true}"])
    }

    @Test func `an invalid record is reported with its file and line`() throws {
        let files = try TestStore.disk([Self.name: try Self.journal()])
        var collector = Collector()
        collector.refused = "{\"c\":3}"
        let error = #expect(throws: StoreError.self) { try Recovery.run(files, directory: "", into: &collector) }
        #expect(
            error?.description == "the record in line 6 of /journal-00000001 has a key that nobody may have"
        )
    }

    @Test func `an empty directory is a new state, and recovery keeps unrelated files`() throws {
        let files = try TestStore.disk(["lock": [1], "journal-00000001.new": [2], "journal-1": [3]])
        let found = try TestStore.recover(files)
        #expect(found.files.end == .new)
        #expect(try files.names(in: "/") == ["journal-1", "lock"])
    }
}
