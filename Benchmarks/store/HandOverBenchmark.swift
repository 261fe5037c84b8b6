import SystemCore
import TestSupport
import TunerStore

/// A benchmark of one batch in flight: written by its own thread, or by another one for which it waits.
enum HandOverBenchmark {
    private static func journal(_ directory: TemporaryDirectory, _ durability: Durability) throws -> Journal {
        var journal = Journal(
            KernelFileSystem(),
            directory: directory.path,
            after: RecoveredFiles(),
            epoch: "bench",
            revision: 0,
            durability: durability
        )
        try journal.beginFile()
        return journal
    }

    static func run(in directory: TemporaryDirectory, batches: Int) throws {
        print("one batch in flight               | median µs |    p90 µs |    p99 µs |   mean µs")
        let lines = Records.lines(1)
        for durability in [Durability.sync, .none] {
            var inline = try journal(directory, durability)
            let alone = try Samples(batches) {
                _ = try inline.append(lines.span, count: 1, revision: 1)
                if inline.wantsRoom { try inline.makeRoom() }
            }
            report("\(durability), inline", alone)
            try inline.close()
            for (name, polls) in [("both threads sleep", false), ("the loop polls", true)] {
                let wakeup = try Wakeup()
                let poller = try Poller()
                try poller.add(wakeup.descriptor, token: 1, interest: .readable)
                let thread = FlushThread(try journal(directory, durability), wakeup: wakeup)
                var events: [PollerEvent] = []
                let samples = try Samples(batches) {
                    let ticket = thread.submit(lines.span, count: 1, revision: 1)
                    var isDone = false
                    while !isDone {
                        try poller.wait(polls ? .none : .forever, into: &events)
                        guard !events.isEmpty else { continue }
                        wakeup.drain()
                        for case .written(let through, _, _) in thread.takeOutcomes() where through >= ticket {
                            isDone = true
                        }
                    }
                }
                thread.close()
                report("\(durability), \(name)", samples)
            }
        }
    }

    private static func report(_ title: String, _ samples: Samples) {
        print(title + String(repeating: " ", count: 33 - title.count), "|", samples.line)
    }
}
