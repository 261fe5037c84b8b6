import Fuzzing
import JSONCore
import SystemCore
import TestSupport
import TunerStore

/// Collects the records.
struct Keeper: RecordConsumer {
    var records: [[UInt8]] = []

    mutating func begin() { records = [] }

    mutating func load(_ record: Span<UInt8>, from kind: StoreFileName.Kind) throws(RecordFault) {
        records.append([UInt8](record, in: 0..<record.count))
    }
}

func recover(_ files: FaultyFileSystem, repairing: Bool) throws(StoreError) -> [[UInt8]] {
    var keeper = Keeper()
    _ = try Recovery.run(files, directory: "", repairing: repairing, into: &keeper)
    return keeper.records
}

func put(_ bytes: some Sequence<UInt8>, _ name: String, on files: FaultyFileSystem) throws(SystemError) {
    try files.open("/\(name)", [.write, .create]).writeFully(Array(bytes).span, at: 0)
}

// Any files are read or refused. A second read gives an equal result, and repaired files need no repair.
fuzz { text in
    let bytes = [UInt8](text, in: 0..<text.count)
    let files = FaultyFileSystem()
    // An FF byte ends a file, so that one input is a chain.
    let names = ["journal-00000001", "journal-00000002", "snapshot-00000002", "journal-00000003"]
    for (name, part) in zip(names, bytes.split(separator: 0xFF, omittingEmptySubsequences: false)) where !part.isEmpty {
        guard (try? put(part, name, on: files)) != nil else { return }
    }
    if let found = try? recover(files, repairing: false) {
        precondition((try? recover(files, repairing: false)) == found, "a second reading differs")
    } else if let kept = try? recover(files, repairing: true) {
        precondition((try? recover(files, repairing: false)) == kept, "what was repaired is not whole")
    }
}
