import JSONCore
import SystemCore
import TestSupport
import TunerStore

/// A benchmark of reading a journal and a snapshot of a million records, without decoding the records.
enum ReadingBenchmark {
    private struct Counter: RecordConsumer {
        var records = 0
        var bytes = 0

        mutating func begin() {}

        mutating func load(_ record: Span<UInt8>, from kind: StoreFileName.Kind) throws(RecordFault) {
            records += 1
            bytes += record.count + 1
        }
    }

    static func run(records: Int, rounds: Int) throws {
        print("reading                           |      MB |    MB/s | records")
        for count in [1, 800] {
            let directory = try TemporaryDirectory()
            var journal = Journal(
                KernelFileSystem(),
                directory: directory.path,
                after: RecoveredFiles(),
                epoch: "bench",
                revision: 0,
                durability: .none
            )
            try journal.beginFile()
            let lines = Records.lines(count)
            for _ in 0..<records / count {
                _ = try journal.append(lines.span, count: count, revision: 1)
            }
            try journal.close()
            try read("batches of \(count)", directory, rounds)
        }
        let directory = try TemporaryDirectory()
        let files = KernelFileSystem()
        var journal = Journal(
            files,
            directory: directory.path,
            after: RecoveredFiles(),
            epoch: "bench",
            revision: 0,
            durability: .none
        )
        try journal.beginFile()
        let header = try journal.rotate()
        try journal.close()
        let record = Array(Records.lines(1).dropLast())
        var size: Int64 = 0
        let samples = try Samples(1) {
            var writer = try SnapshotWriter(files, directory: directory.path, header)
            for _ in 0..<records { try writer.append(record.span) }
            size = try writer.finish().bytes
        }
        print("a snapshot written: \(Int(Double(size) / samples.mean)) MB/s")
        try read("a snapshot", directory, rounds)
    }

    private static func read(_ title: String, _ directory: TemporaryDirectory, _ rounds: Int) throws {
        var counter = Counter()
        let samples = try Samples(rounds) {
            counter = Counter()
            _ = try Recovery.run(KernelFileSystem(), directory: directory.path, into: &counter)
        }
        let rate = Double(counter.bytes) / samples.microseconds(0.5)
        print(
            title + String(repeating: " ", count: 33 - title.count),
            "|",
            counter.bytes >> 20,
            "|",
            Int(rate),
            "|",
            counter.records
        )
    }
}
