import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerStore

/// Brings commits to the disk, and the whole state now and then: what the loop's thread has of the store.
final class StateStore {
    /// What became of what was submitted, and of the disk.
    enum Event {
        /// Everything through a ticket is written.
        case written(through: Int)
        /// Nothing that was submitted and not written is there; whether that is certain.
        case failed(StoreError, isCertain: Bool)
        /// ``trouble`` is another one.
        case troubleChanged
    }

    /// Whether answers wait until what they tell is on disk.
    let holdsAnswers: Bool

    private let folder: String
    private let wakeup: Wakeup
    private let thread: FlushThread
    private let log: Log
    /// The lines of the present turn, and how many they are.
    private var writer = CommitWriter()
    private var lineCount = 0
    private var revision: Int64
    private let snapshots: Snapshots
    /// What is wrong with the disk, as far as is known.
    private(set) var trouble: String?
    /// Where answers do not wait: what was submitted and not told of, mostly one piece.
    private var unwritten: [Submission] = []
    /// Where answers do not wait: why what is unwritten waits for the disk to take it.
    private(set) var failure: StoreError? {
        didSet { hasFailed = failure != nil }
    }
    /// Whether there is one: to look at an error costs more than a commit's line.
    private(set) var hasFailed = false

    /// Lines that were sent on their way.
    private struct Submission {
        var ticket: Int
        let lines: [UInt8]
        let count: Int
        let revision: Int64
    }

    /// Goes on in a folder from what was recovered there.
    init(
        _ files: any FileSystem,
        folder: String,
        after recovered: RecoveredFiles,
        _ state: State,
        durability: Durability,
        log: Log
    ) throws {
        self.folder = folder
        self.log = log
        holdsAnswers = durability == .sync
        revision = state.revision
        wakeup = try Wakeup()
        snapshots = Snapshots(
            files,
            folder: folder,
            lastBytes: recovered.snapshotBytes,
            wakeup: wakeup,
            log: log
        )
        var journal = Journal(
            files,
            folder: folder,
            after: recovered,
            epoch: state.epoch,
            revision: state.revision,
            durability: durability
        )
        let full = try StateStore.begin(&journal, after: recovered)
        thread = FlushThread(journal, wakeup: wakeup, isRenewing: full != nil)
        if let full {
            trouble = "\(full)"
            failure = holdsAnswers ? nil : full
            // An initializer calls no observers.
            hasFailed = failure != nil
            log.event(.error, "nothing can be written: \(full)")
        }
        if !holdsAnswers || full != nil {
            // Nobody could be told later that it cannot be started.
            try thread.start()
        }
    }

    /// Calls a source of a loop when there are outcomes to handle.
    func notify(_ source: any EventSource, on loop: EventLoop) throws(SystemError) {
        try loop.add(wakeup.descriptor, source: source, interest: .readable)
    }

    /// Begins a file where one is needed; returns why there is no room for it, where what was read can be served all the same.
    private static func begin(
        _ journal: inout Journal,
        after recovered: RecoveredFiles
    ) throws(StoreError) -> StoreError? {
        guard !recovered.isSettled else { return nil }
        do throws(StoreError) {
            try journal.beginFile()
            return nil
        } catch {
            guard recovered.end != .new, error.meansNoRoom else { throw error }
            return error
        }
    }

    /// Adds a commit to what is submitted next.
    func add(_ commit: Commit) {
        writer.append(commit)
        lineCount += 1
        revision = commit.revision
    }

    /// Adds soft state to what is submitted next.
    func add(_ softState: SoftState) {
        writer.append(softState)
        lineCount += 1
    }

    /// Sends what was added on its way, if something was; answers the ticket by which its outcome is told.
    ///
    /// Where nobody waits for the disk, one piece is on its way at a time: what comes meanwhile goes together.
    func submit() -> Int? {
        unwritten.isEmpty || snapshots.isDue ? submitAll() : nil
    }

    private func submitAll() -> Int? {
        guard lineCount > 0 else { return nil }
        let (count, revision) = (lineCount, revision)
        lineCount = 0
        defer { writer.removeAll() }
        guard !holdsAnswers else {
            return writer.lines.bytes.withBytes { thread.add($0, count: count, revision: revision) }
        }
        // It was answered, so that it must be written whatever happens, and in its order.
        var submission = Submission(ticket: 0, lines: [UInt8](writer.lines.bytes), count: count, revision: revision)
        if failure == nil {
            submission.ticket = thread.submit(submission.lines.span, count: count, revision: revision)
        }
        unwritten.append(submission)
        return submission.ticket
    }

    /// Has what was submitted written: on this thread where everybody waits for just that, and else by another.
    func write(here everybodyWaits: Bool, _ handle: (Event) -> Void) {
        guard holdsAnswers else { return }
        if everybodyWaits, thread.flushHere() {
            takeOutcomes(handle)
        } else {
            thread.wake()
        }
    }

    private func takeOutcomes(_ handle: (Event) -> Void) {
        for outcome in thread.takeOutcomes() {
            take(outcome, handle)
        }
    }

    private func submitAgain() {
        failure = nil
        for index in unwritten.indices {
            let submission = unwritten[index]
            unwritten[index].ticket = thread.submit(
                submission.lines.span,
                count: submission.count,
                revision: submission.revision
            )
        }
    }

    /// Drops what was added and not submitted.
    func drop() {
        lineCount = 0
        writer.removeAll()
    }

    /// Handles what the flush thread reports.
    func handleOutcomes(_ handle: (Event) -> Void) {
        wakeup.drain()
        takeOutcomes(handle)
        snapshots.endIfOver()
    }

    /// Waits, where there is no loop to do so, until the disk has something to tell; throws why it failed, if it did.
    func wait(_ handle: (Event) -> Void) throws(StoreError) {
        do {
            _ = try Kernel.wait(for: .readable, on: wakeup.descriptor, .forever)
        } catch {
            throw .failed(error, path: folder)
        }
        wakeup.drain()
        var failure: StoreError?
        for outcome in thread.takeOutcomes() {
            take(outcome, handle)
            if case .failed(_, let error, _) = outcome {
                failure = error
            }
        }
        if let failure {
            throw failure
        }
    }

    private func take(_ outcome: FlushOutcome, _ handle: (Event) -> Void) {
        switch outcome {
        case .written(let ticket, _, let size):
            unwritten.removeFirst(unwritten.prefix { $0.ticket <= ticket }.count)
            handle(.written(through: ticket))
            snapshots.noteJournal(size)
        case .failed(_, let error, let isCertain):
            note(error, handle)
            if holdsAnswers {
                handle(.failed(error, isCertain: isCertain))
            } else {
                failure = error
            }
        case .rotated(let header, _):
            snapshots.begin(header)
        case .notRotated(let error):
            snapshots.drop(error)
        case .trouble(let error):
            note(error, handle)
        case .renewed(let number):
            trouble = nil
            // Where no batch has failed, what is on its way is not lost, and would be there twice.
            if hasFailed {
                submitAgain()
            }
            log.event(.info, "writing again, to journal \(number)")
            handle(.troubleChanged)
        case .closed(let error):
            if let error {
                log.event(.error, "the end could not be written: \(error)")
            }
        }
    }

    private func note(_ error: StoreError, _ handle: (Event) -> Void) {
        let text = "\(error)"
        guard trouble != text else { return }
        trouble = text
        log.event(.error, "nothing can be written: \(text)")
        handle(.troubleChanged)
    }

    /// Begins a snapshot, where one is due, of the state that everything submitted so far has made.
    func makeSnapshotIfDue(of state: @autoclosure () -> State, _ softState: @autoclosure () -> SoftState) {
        if snapshots.isDue, snapshots.take(state(), softState()) {
            thread.rotate()
        }
    }

    /// Writes what is left, the orderly end too, and returns when it is on disk.
    func close() {
        snapshots.cancel()
        _ = submitAll()
        writeUnwritten()
        thread.close()
        takeOutcomes { _ in }
        if !unwritten.isEmpty {
            log.event(.error, "the last changes are lost, for they could not be written")
        }
    }

    /// Waits until nothing is unwritten, or the disk does not take it.
    private func writeUnwritten() {
        var attempts = 3
        while !unwritten.isEmpty, attempts > 0 {
            if hasFailed {
                attempts -= 1
                thread.renew()
            }
            do throws(StoreError) {
                try wait { _ in }
            } catch {
                // What has failed is submitted again once there is a new journal.
                attempts -= 1
            }
        }
    }
}
