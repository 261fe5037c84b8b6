import SystemCore
import TestSupport
import TunerStore

/// A benchmark of batches that are written and flushed one after the other on one thread.
enum JournalBenchmark {
    static func run(in directory: TemporaryDirectory, batches: Int) throws {
        print("appending                         | median µs |    p90 µs |    p99 µs |   mean µs")
        for count in [1, 800] {
            let lines = Records.lines(count)
            for (name, durability, steps) in [
                ("sync, zeros ahead", .sync, ZeroAhead.usualSteps),
                ("sync, no zeros ahead", .sync, 1...1),
                ("relaxed", .relaxed, ZeroAhead.usualSteps),
                ("none", .none, ZeroAhead.usualSteps),
            ] as [(String, Durability, ClosedRange<Int>)] {
                var journal = Journal(
                    KernelFileSystem(),
                    directory: directory.path,
                    after: RecoveredFiles(),
                    epoch: "bench",
                    revision: 0,
                    durability: durability,
                    zeroSteps: steps
                )
                try journal.beginFile()
                var room: Int64 = 0
                let samples = try Samples(batches) {
                    _ = try journal.append(lines.span, count: count, revision: 1)
                    // The flush thread also does this after it has reported the outcome.
                    let start = Kernel.monotonicTime()
                    if journal.wantsRoom, steps != 1...1 { try journal.makeRoom() }
                    room += Kernel.monotonicTime().nanoseconds - start.nanoseconds
                }
                let title = "\(count) records, \(name)"
                print(
                    title + String(repeating: " ", count: 33 - title.count),
                    "|",
                    samples.line,
                    "| of it for zeros",
                    room / Int64(batches) / 1000
                )
                try journal.close()
            }
        }
    }
}
