import SystemCore
import TestSupport
import Testing

@testable import TunerStore

@Suite struct FlushThreadTests {
    private static let error = StoreError.failed(SystemError("pwrite", .noSpace), path: "/j")

    @Test func `records that wait together form one batch`() {
        var queue = FlushQueue()
        #expect(queue.submit([1, 10].span, count: 1, revision: 5) == 1)
        #expect(queue.submit([2, 10].span, count: 1, revision: 4) == 2)
        queue.rotate()
        #expect(queue.submit([3, 10].span, count: 1, revision: 6) == 3)
        #expect(queue.nextWork() == .append(records: [1, 10, 2, 10], count: 2, revision: 5, through: 2))
        #expect(queue.nextWork() == .rotate(after: 2))
        #expect(queue.nextWork() == .append(records: [3, 10], count: 1, revision: 6, through: 3))
        #expect(queue.nextWork() == nil)
    }

    @Test func `a failure covers all records submitted before its outcome is read`() {
        var queue = FlushQueue()
        _ = queue.submit([1, 10].span, count: 1, revision: 1)
        _ = queue.nextWork()
        _ = queue.submit([2, 10].span, count: 1, revision: 2)
        queue.rotate()
        queue.fail(Self.error, isCertain: true)
        queue.report(.renewed(journal: 2))
        #expect(queue.submit([3, 10].span, count: 1, revision: 3) == 3)
        #expect(!queue.hasWork)
        #expect(
            queue.takeOutcomes() == [
                .failed(through: 3, Self.error, isCertain: true), .notRotated(Self.error), .renewed(journal: 2),
            ]
        )
        #expect(queue.submit([4, 10].span, count: 1, revision: 4) == 4)
        #expect(queue.hasWork)
        #expect(queue.takeOutcomes().isEmpty)
    }

    /// Waits until one of the outcomes is the wanted one, and returns all of them.
    private static func outcomes(
        _ thread: FlushThread,
        _ wakeup: Wakeup,
        until isWanted: (FlushOutcome) -> Bool
    ) throws -> [FlushOutcome] {
        var all: [FlushOutcome] = []
        while !all.contains(where: isWanted) {
            guard try Kernel.wait(for: .readable, on: wakeup.descriptor, .duration(.seconds(60))) == .readable else {
                Issue.record("nothing more came than \(all)")
                break
            }
            wakeup.drain()
            all += thread.takeOutcomes()
        }
        return all
    }

    @Test(arguments: Durability.allCases)
    func `records reported as written are on disk, and close ends the journal in order`(durability: Durability) throws {
        let files = FaultyFileSystem()
        let wakeup = try Wakeup()
        let journal = try TestStore.journal(files, after: try TestStore.recover(files).files, durability)
        let thread = FlushThread(journal, wakeup: wakeup)
        var ticket = 0
        for number in 0..<200 {
            ticket = thread.submit(Array("{\"n\":\(number)}\n".utf8).span, count: 1, revision: Int64(number))
            if number == 100 { thread.rotate() }
        }
        let outcomes = try Self.outcomes(thread, wakeup) {
            if case .written(let through, _, _) = $0 { through == ticket } else { false }
        }
        #expect(
            outcomes.contains {
                if case .rotated(let header, let after) = $0 { header.number == 2 && after == 101 } else { false }
            }
        )
        thread.close()
        #expect(thread.takeOutcomes().last == .closed(nil))
        // After `close`, a submission neither writes nor starts a thread.
        _ = thread.submit("{}\n".utf8.span, count: 1, revision: 200)
        #expect(thread.takeOutcomes().isEmpty)
        let found = try TestStore.recover(files.afterCrash(.onlySynced))
        #expect(found.records == (0..<200).map { "{\"n\":\($0)}" })
        #expect(found.files.end == .orderly)
        #expect(found.files.revision == 100)
    }

    @Test func `after a failure the thread continues in a new journal without a request`() throws {
        let files = FaultyFileSystem()
        let wakeup = try Wakeup()
        let thread = FlushThread(
            try TestStore.journal(files, after: try TestStore.recover(files).files),
            wakeup: wakeup
        )
        let line = Array("{\"n\":1}\n".utf8)
        // One operation fails, so the new file is begun at once.
        let failing = files.operations.count + 2
        files.setPlan { $0.number == failing ? .fail(.inputOutput) : nil }
        _ = thread.submit(line.span, count: 1, revision: 1)
        let first = try Self.outcomes(thread, wakeup) { if case .failed = $0 { true } else { false } }
        #expect(first.contains { if case .failed(1, _, true) = $0 { true } else { false } })
        // Every flush fails. Whether the second batch is on disk is not known, and the third is certainly not written.
        files.setPlan { $0.kind.isSync ? .fail(.inputOutput) : nil }
        _ = thread.submit(line.span, count: 1, revision: 2)
        let second = try Self.outcomes(thread, wakeup) { if case .failed = $0 { true } else { false } }
        #expect(second.contains { if case .failed(2, _, false) = $0 { true } else { false } })
        _ = thread.submit(line.span, count: 1, revision: 3)
        let third = try Self.outcomes(thread, wakeup) { if case .failed = $0 { true } else { false } }
        #expect(third.contains { if case .failed(3, _, true) = $0 { true } else { false } })
        // The disk works again, and the thread begins a new file without a request.
        files.setPlan { _ in nil }
        _ = try Self.outcomes(thread, wakeup) { if case .renewed = $0 { true } else { false } }
        _ = thread.submit(line.span, count: 1, revision: 4)
        _ = try Self.outcomes(thread, wakeup) { if case .written(4, _, _) = $0 { true } else { false } }
        thread.close()
        let found = try TestStore.recover(files.afterCrash(.onlySynced))
        #expect(found.records == ["{\"n\":1}"])
        #expect(found.files.revision == 2)
    }

    @Test func `the caller may flush on its own thread once flushes are known to be quick`() throws {
        let files = FaultyFileSystem()
        let wakeup = try Wakeup()
        // With a clock that never moves, all work counts as quick.
        let start = Kernel.monotonicTime()
        let thread = FlushThread(
            try TestStore.journal(files, after: try TestStore.recover(files).files),
            wakeup: wakeup,
            clocks: Clocks(monotonic: { start }, wall: { Kernel.wallTime() })
        )
        let line = Array("{\"n\":1}\n".utf8)
        // The flush thread may still be writing zeros ahead.
        func outcomesHere() -> [FlushOutcome] {
            while !thread.flushHere() {}
            return thread.takeOutcomes()
        }
        #expect(thread.add(line.span, count: 1, revision: 1) == 1)
        #expect(!thread.flushHere())
        thread.wake()
        _ = try Self.outcomes(thread, wakeup) { if case .written(1, _, _) = $0 { true } else { false } }
        let here = thread.add(line.span, count: 1, revision: 2)
        #expect(outcomesHere().contains { if case .written(here, _, _) = $0 { true } else { false } })
        // A failure has the same outcome here as on the flush thread, and the next batch goes to another journal.
        files.setPlan { $0.kind.isSync ? .fail(.inputOutput) : nil }
        let failed = thread.add(line.span, count: 1, revision: 3)
        #expect(outcomesHere().contains { if case .failed(failed, _, _) = $0 { true } else { false } })
        files.setPlan { _ in nil }
        let last = thread.add(line.span, count: 1, revision: 4)
        #expect(outcomesHere().contains { if case .written(last, _, _) = $0 { true } else { false } })
        thread.close()
        // Every record except the failed one.
        #expect(try TestStore.recover(files.afterCrash(.onlySynced)).records.count == last - 1)
    }

    /// Returns a thread whose journal has no file yet, after a journal that was closed.
    private static func waiting(_ files: FaultyFileSystem, _ wakeup: Wakeup) throws -> FlushThread {
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        _ = try journal.append(["{}"])
        try journal.close()
        let found = try TestStore.recover(files).files
        #expect(found.isSettled)
        return FlushThread(TestStore.waitingJournal(files, after: found), wakeup: wakeup)
    }

    @Test func `a thread without records writes nothing`() throws {
        let files = FaultyFileSystem()
        let thread = try Self.waiting(files, try Wakeup())
        let before = files.operations.count
        thread.close()
        #expect(thread.takeOutcomes() == [.closed(nil)])
        #expect(files.operations.count == before)
        #expect(try TestStore.recover(files.afterCrash(.onlySynced)).files.end == .orderly)
    }

    @Test func `the first record begins a file, and after a failure the thread retries`() throws {
        let files = FaultyFileSystem()
        let wakeup = try Wakeup()
        let thread = try Self.waiting(files, wakeup)
        let line = Array("{\"n\":1}\n".utf8)
        files.setPlan { $0.kind.isSync ? .fail(.inputOutput) : nil }
        _ = thread.submit(line.span, count: 1, revision: 1)
        let refused = try Self.outcomes(thread, wakeup) { if case .failed = $0 { true } else { false } }
        #expect(refused.contains { if case .failed(1, _, true) = $0 { true } else { false } })
        files.setPlan { _ in nil }
        // The thread begins the file without a request.
        _ = try Self.outcomes(thread, wakeup) { $0 == .renewed(journal: 2) }
        _ = thread.submit(line.span, count: 1, revision: 2)
        _ = try Self.outcomes(thread, wakeup) { if case .written(2, _, _) = $0 { true } else { false } }
        thread.close()
        #expect(try TestStore.recover(files.afterCrash(.onlySynced)).records == ["{}", "{\"n\":1}"])
    }

    @Test func `beginning a file for a record causes no extra outcome`() throws {
        let wakeup = try Wakeup()
        let thread = try Self.waiting(FaultyFileSystem(), wakeup)
        _ = thread.submit(Array("{\"n\":1}\n".utf8).span, count: 1, revision: 1)
        let outcomes = try Self.outcomes(thread, wakeup) { if case .written = $0 { true } else { false } }
        #expect(outcomes.count == 1)
        thread.close()
    }

    @Test func `appending to a broken journal traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let files = FaultyFileSystem()
            var journal = try TestStore.journal(files, after: RecoveredFiles())
            files.setPlan { _ in .fail(.inputOutput) }
            _ = try? journal.append(["{}"])
            _ = try? journal.append(["{}"])
        }
    }
}
