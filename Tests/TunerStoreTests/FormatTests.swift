import SystemCore
import TestSupport
import Testing
import TunerStore

/// Files of the first format, byte for byte; all later versions must be able to read them.
///
/// Later formats have another version number and more kinds of records.
@Suite struct FormatTests {
    private static let firstJournal = #"""
        {"format":"tuner journal","version":1,"number":1,"epoch":"first","revision":7,"batch":0,"durability":"sync","checksum":"18932415"}
        {"batch":1,"flushed":0,"records":1,"bytes":12,"checksum":"1473c61b"}
        {"one":"1"}
        {"batch":2,"flushed":1,"records":2,"bytes":24,"checksum":"96125969"}
        {"two":"2"}
        {"three":3}
        {"batch":3,"flushed":2,"records":0,"bytes":0,"checksum":"eb22c96c"}
        {"gap":5,"checksum":"b6eca2a5"}
        {"batch":6,"flushed":5,"records":1,"bytes":10,"checksum":"a115c4ab"}
        {"six":6}
        {"end":6,"checksum":"81677489"}

        """#

    private static let fourthFormat = #"""
        {"format":"tuner journal","version":4,"number":1,"epoch":"first","revision":7,"batch":0,"durability":"sync","checksum":"6b345b78"}
        """#

    private static let snapshot = #"""
        {"format":"tuner snapshot","version":1,"number":2,"epoch":"first","revision":9,"batch":6,"durability":"sync","checksum":"a65530f7"}
        {"batch":1,"flushed":0,"records":2,"bytes":25,"checksum":"8f91cf42"}
        {"all":true}
        {"of":"it"}
        {"end":1,"checksum":"55ad1062"}

        """#

    private static let secondJournal = #"""
        {"format":"tuner journal","version":1,"number":2,"epoch":"first","revision":9,"batch":6,"durability":"relaxed","checksum":"f67ff34b"}
        {"batch":7,"flushed":6,"records":1,"bytes":12,"checksum":"2636631d"}
        {"seven":7}

        """#

    private static let newerJournal = #"""
        {"format":"tuner journal","version":5,"number":1,"what":"ever","checksum":"00adb942"}

        """#

    @Test func `recovery reads a journal of the first format`() throws {
        let files = try TestStore.disk(["journal-00000001": Array(Self.firstJournal.utf8)])
        let found = try TestStore.recover(files)
        #expect(found.records == [#"{"one":"1"}"#, #"{"two":"2"}"#, #"{"three":3}"#, #"{"six":6}"#])
        #expect(found.files.end == .orderly)
        #expect(found.files.epoch == "first")
        #expect(found.files.revision == 7)
        #expect(found.files.lastBatch == 6)
        #expect(found.files.needsNewEpoch)
    }

    @Test func `recovery reads a snapshot of the first format, then the next journal`() throws {
        let files = try TestStore.disk([
            "journal-00000001": Array("not read".utf8), "journal-00000002": Array(Self.secondJournal.utf8),
            "snapshot-00000001": Array("not read".utf8), "snapshot-00000002": Array(Self.snapshot.utf8),
        ])
        let found = try TestStore.recover(files)
        #expect(found.records == [#"{"all":true}"#, #"{"of":"it"}"#, #"{"seven":7}"#])
        #expect(found.files.end == .unclean)
        #expect(found.files.lastJournal == 2)
        #expect(found.files.lastBatch == 7)
        // The journal is `relaxed` and was not closed.
        #expect(found.files.needsNewEpoch)
        #expect(try files.names(in: "/") == ["journal-00000002", "snapshot-00000002"])
    }

    @Test func `the writer produces the fourth format`() throws {
        let files = FaultyFileSystem()
        var journal = Journal(
            files,
            directory: "",
            after: try TestStore.recover(files).files,
            epoch: "first",
            revision: 7,
            durability: .sync
        )
        try journal.beginFile()
        _ = try journal.append([#"{"one":"1"}"#])
        _ = try journal.append([#"{"two":"2"}"#, #"{"three":3}"#])
        _ = try journal.append([])
        try journal.close()
        let text = String(decoding: try TestStore.content(files, "journal-00000001"), as: UTF8.self)
        let lines = Self.firstJournal.split(separator: "\n")
        let written = Array(text.split(separator: "\n").dropLast())
        #expect(written.first == Self.fourthFormat[...])
        #expect(written[1...] == lines[1..<7])
        #expect(text.last == "\n")
    }

    @Test func `a newer format is refused with both versions`() throws {
        let files = try TestStore.disk(["journal-00000001": Array(Self.newerJournal.utf8)])
        let error = #expect(throws: StoreError.self) { try TestStore.recover(files, repairing: true) }
        #expect(error == .newerFormat(path: "/journal-00000001", version: 5))
        #expect(
            error?.description
                == "/journal-00000001 has the format version 5, but this tunerd reads only 4 and older; start a newer tunerd"
        )
    }

    @Test func `a flipped version number is damage, not a newer format`() throws {
        let text = Self.firstJournal.replacing("\"version\":1", with: "\"version\":5")
        let files = try TestStore.disk(["journal-00000001": Array(text.utf8)])
        #expect(throws: StoreError.self) { try TestStore.recover(files) }
        let error = #expect(throws: StoreError.self) { try TestStore.recover(files) }
        #expect(error?.description.contains("is damaged in line 1") == true)
    }
}
