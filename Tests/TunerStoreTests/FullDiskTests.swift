import SystemCore
import TestSupport
import Testing
import TunerStore

@Suite struct FullDiskTests {
    @Test func `a record that fits is written though preallocation fails`() throws {
        let files = FaultyFileSystem()
        files.setCapacity(900)
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        _ = try journal.append([TestStore.record(1)])
        if journal.wantsRoom { try journal.makeRoom() }
        _ = try journal.append([TestStore.record(2)])
        #expect(try TestStore.recover(files.afterCrash(.onlySynced)).records.count == 2)
    }

    @Test func `a full disk refuses records, and the journal continues once space is free`() throws {
        let files = FaultyFileSystem()
        files.setCapacity(2000)
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        var acknowledged: [String] = []
        while !journal.needsFile {
            let record = TestStore.record(acknowledged.count)
            if (try? journal.append([record])) != nil { acknowledged.append(record) }
        }
        #expect(acknowledged.count > 3)
        for _ in 0..<3 { #expect(throws: StoreError.self) { try journal.beginFile() } }
        #expect(try files.names(in: "") == ["journal-00000001"])
        files.setCapacity(20_000)
        try journal.beginFile()
        _ = try journal.append(["{\"again\":true}"])
        #expect(
            try TestStore.recover(files.afterCrash(.onlySynced)).records == acknowledged + ["{\"again\":true}"]
        )
    }

    @Test(arguments: [Errno.readOnlyFileSystem, .permissionDenied])
    func `an error about the disk names the path`(errno: Errno) throws {
        let files = FaultyFileSystem { $0.kind == .open ? .fail(errno) : nil }
        let error = #expect(throws: StoreError.self) {
            _ = try TestStore.journal(files, after: try TestStore.recover(files).files)
        }
        #expect(error?.description.contains("/journal-00000001.new") == true)
        #expect(error?.description.contains(errno.name) == true)
    }
}
