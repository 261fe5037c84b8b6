import SystemCore
import TestSupport
import Testing
import TunerStore

@Suite struct SnapshotTests {
    private static let first = (0..<12).map { TestStore.record($0) }
    private static let second = (20..<26).map { TestStore.record($0) }
    private static let last = (40..<43).map { TestStore.record($0) }

    /// Writes records as a snapshot, and removes the unfinished file after an error.
    static func write(
        _ files: any FileSystem,
        _ header: FileHeader,
        _ records: [String]
    ) throws(SnapshotFailure) {
        var writer = try SnapshotWriter(files, directory: "", header, chunk: 500)
        do throws(SnapshotFailure) {
            for record in records { try writer.append(Array(record.utf8).span) }
            _ = try writer.finish()
        } catch {
            writer.abandon()
            throw error
        }
    }

    /// Writes two snapshots, with batches before, between and after them, and adds every acknowledged record to
    /// `acknowledged`.
    private static func live(_ files: any FileSystem, _ acknowledged: inout [String]) throws {
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        for batch in [first, second, last] {
            _ = try journal.append(batch)
            acknowledged += batch
            guard batch != last else { return }
            let header = try journal.rotate()
            _ = try journal.append(["{\"during\":\(acknowledged.count)}"])
            acknowledged.append("{\"during\":\(acknowledged.count)}")
            try write(files, header, acknowledged.dropLast())
        }
    }

    @Test(arguments: [DiskFault.crash, .fail(.noSpace), .fail(.inputOutput)])
    func `an interruption of a snapshot at any operation loses no acknowledged record`(fault: DiskFault) throws {
        var calls = 0
        while true {
            calls += 1
            let number = calls
            let files = FaultyFileSystem { $0.number == number ? fault : nil }
            var acknowledged: [String] = []
            try? Self.live(files, &acknowledged)
            for outcome in JournalCrashTests.outcomes.prefix(6) {
                let found = try TestStore.recover(files.afterCrash(outcome))
                let isWhole = Array(found.records.prefix(acknowledged.count)) == acknowledged
                #expect(isWhole, "\(fault) at \(files.operations[number - 1]), \(outcome)")
                #expect(found.records.count <= acknowledged.count + Self.first.count)
                guard isWhole else { return }
            }
            guard files.operations.count >= number else { break }
        }
        #expect(calls > 40)
    }

    @Test func `a snapshot replaces all older files`() throws {
        let files = FaultyFileSystem()
        var acknowledged: [String] = []
        try Self.live(files, &acknowledged)
        #expect(try files.names(in: "") == ["journal-00000003", "snapshot-00000003"])
        let found = try TestStore.recover(files)
        #expect(found.records == acknowledged)
        #expect(found.files.journals.files == 1)
        #expect(found.files.snapshotBytes > 1000)
    }

    /// Returns a disk on which the second snapshot is finished but the replaced files are not yet removed.
    private static func twoSnapshots() throws -> (files: FaultyFileSystem, acknowledged: [String]) {
        let files = FaultyFileSystem { $0.kind == .removeFile && $0.path.contains("02") ? .fail(.inputOutput) : nil }
        var acknowledged: [String] = []
        try? live(files, &acknowledged)
        let kept = files.afterCrash(.everything)
        #expect(
            try kept.names(in: "")
                == ["journal-00000002", "journal-00000003", "snapshot-00000002", "snapshot-00000003"]
        )
        return (kept, acknowledged)
    }

    @Test func `recovery uses the newer of two snapshots`() throws {
        let (files, acknowledged) = try Self.twoSnapshots()
        #expect(try TestStore.recover(files).records == acknowledged)
        #expect(try files.names(in: "") == ["journal-00000003", "snapshot-00000003"])
    }

    @Test func `a damaged snapshot is set aside when an older one and all journals exist`() throws {
        let (files, acknowledged) = try Self.twoSnapshots()
        var bytes = try TestStore.content(files, "snapshot-00000003")
        bytes[bytes.count / 2] ^= 1
        try TestStore.write(files, "snapshot-00000003", bytes)
        let found = try TestStore.recover(files)
        #expect(found.records == acknowledged)
        #expect(!found.files.needsNewEpoch)
        #expect(try TestStore.content(files, "snapshot-00000003.damaged") == bytes)
        #expect(try TestStore.recover(files).records == acknowledged)
    }

    @Test func `a damaged snapshot keeps its name while a journal after an older snapshot is damaged`() throws {
        let (files, _) = try Self.twoSnapshots()
        for name in ["snapshot-00000003", "journal-00000002"] {
            var bytes = try TestStore.content(files, name)
            bytes[bytes.count / 2] ^= 1
            try TestStore.write(files, name, bytes)
        }
        let names = try files.names(in: "")
        #expect(throws: StoreError.self) { try TestStore.recover(files) }
        #expect(try files.names(in: "") == names)
    }

    @Test func `a snapshot whose replaced files cannot be removed is complete, and the next one removes them`() throws {
        let files = FaultyFileSystem { $0.kind == .removeFile ? .fail(.inputOutput) : nil }
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        _ = try journal.append(Self.first)
        var writer = try SnapshotWriter(files, directory: "", try journal.rotate())
        for record in Self.first { try writer.append(Array(record.utf8).span) }
        let finished = try writer.finish()
        #expect(finished.bytes > 0)
        #expect(finished.leftover != nil)
        #expect(try files.names(in: "") == ["journal-00000001", "journal-00000002", "snapshot-00000002"])
        files.setPlan { _ in nil }
        writer = try SnapshotWriter(files, directory: "", try journal.rotate())
        let next = try writer.finish()
        #expect(next.leftover == nil)
        #expect(try files.names(in: "") == ["journal-00000003", "snapshot-00000003"])
    }

    @Test(arguments: [false, true])
    func `a damaged only snapshot stops the start, and a repair keeps its valid chunks`(isCut: Bool) throws {
        let files = FaultyFileSystem()
        var acknowledged: [String] = []
        try Self.live(files, &acknowledged)
        var bytes = try TestStore.content(files, "snapshot-00000003")
        if isCut { bytes.removeLast(700) } else { bytes[bytes.count / 2] ^= 1 }
        try TestStore.write(files, "snapshot-00000003", bytes)
        let error = #expect(throws: StoreError.self) { try TestStore.recover(files) }
        #expect(error?.description.contains(" is damaged from ") == true)
        #expect(error?.description.contains("behind") == false)
        let found = try TestStore.recover(files, repairing: true)
        #expect(found.files.needsNewEpoch)
        #expect(found.records.count < acknowledged.count && found.records.count > acknowledged.count / 2)
        #expect(found.records.suffix(4) == acknowledged.suffix(4))
        #expect(try TestStore.content(files, "snapshot-00000003.damaged") == bytes)
        #expect(try TestStore.recover(files).records == found.records)
    }

    @Test func `a snapshot without its last line has lost its end`() throws {
        let files = FaultyFileSystem()
        var acknowledged: [String] = []
        try Self.live(files, &acknowledged)
        let bytes = try TestStore.content(files, "snapshot-00000003")
        let end = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")))
        try TestStore.write(files, "snapshot-00000003", Array(bytes[...end]))
        let error = #expect(throws: StoreError.self) { try TestStore.recover(files) }
        #expect(error?.description.contains(" is incomplete from line ") == true)
        #expect(try TestStore.recover(files, repairing: true).records == acknowledged)
    }

    @Test func `a cancelled snapshot leaves no file`() throws {
        let files = FaultyFileSystem()
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        let wakeup = try Wakeup()
        let header = try journal.rotate()
        let begun = Doorbell()
        let cancelled = Doorbell()
        let thread = try SnapshotThread(files, directory: "", header, wakeup: wakeup) {
            (writer) throws(SnapshotFailure) in
            begun.ring()
            cancelled.wait()
            let record = Array(Self.first[0].utf8)
            for _ in 0..<10_000 { try writer.append(record.span) }
        }
        begun.wait()
        thread.cancel()
        cancelled.ring()
        thread.join()
        #expect(try Kernel.wait(for: .readable, on: wakeup.descriptor, .none) == .readable)
        #expect(thread.poll() == .failure(.cancelled))
        #expect(try files.names(in: "") == ["journal-00000001", "journal-00000002"])
    }

    @Test(
        arguments: [
            (16 << 20, 1, 0, false), ((16 << 20) + 1, 1, 0, true), (40 << 20, 1, 20 << 20, false),
            ((40 << 20) + 2, 1, 20 << 20, true), (1, 100, 0, false), (1, 101, 0, true),
        ] as [(Int64, Int, Int64, Bool)]
    )
    func `a snapshot is due when the journals are large compared with the last snapshot`(
        bytes: Int64,
        journals: Int,
        snapshot: Int64,
        isDue: Bool
    ) {
        #expect(SnapshotRule.isDue(JournalSize(bytes: bytes, files: journals), lastSnapshot: snapshot) == isDue)
    }
}
