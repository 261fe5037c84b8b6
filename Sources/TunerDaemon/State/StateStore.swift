import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunerStore

/// The event loop's view of the store: submits commits and starts snapshots.
final class StateStore {
    /// A result of submitted lines, or a change of the disk's condition.
    enum Event {
        /// Everything through a ticket is written, as the durability demands.
        case written(through: Int)
        /// All lines that were submitted but not written are lost.
        ///
        /// If `isCertain` is false, a crash may bring some of them back.
        case failed(StoreError, isCertain: Bool)
        /// The text in ``trouble`` has changed.
        case troubleChanged
    }

    /// Whether responses wait until their changes are durable.
    let withholdsResponses: Bool

    private let directory: String
    private let wakeup: Wakeup
    private let thread: FlushThread
    private let log: Log
    /// The lines of this turn, and their number.
    private var writer = CommitWriter()
    private var lineCount = 0
    private var revision: Int64
    private let snapshots: Snapshots
    /// The reason why the disk takes no writes; nil if none is known.
    private(set) var trouble: String?
    /// The bytes of all submitted lines.
    private(set) var submittedBytes: UInt64 = 0
    /// The number of batches that the journal has taken.
    private(set) var writes: UInt64 = 0
    /// The submissions that are not written yet.
    ///
    /// Empty if responses wait for the disk.
    private var unwritten: [Submission] = []
    /// The error that stops the unwritten submissions.
    ///
    /// Always nil if responses wait for the disk.
    private(set) var failure: StoreError? {
        didSet { hasFailed = failure != nil }
    }
    /// Whether there is a failure; checking the error itself costs more than writing a commit's line.
    private(set) var hasFailed = false

    /// Submitted lines that are not written yet.
    private struct Submission {
        var ticket: Int
        let lines: [UInt8]
        let count: Int
        let revision: Int64
    }

    /// Continues the journal in a directory after recovery.
    init(
        _ files: any FileSystem,
        directory: String,
        after recovered: RecoveredFiles,
        _ state: State,
        durability: Durability,
        log: Log
    ) throws {
        self.directory = directory
        self.log = log
        withholdsResponses = durability == .sync
        revision = state.revision
        wakeup = try Wakeup()
        snapshots = Snapshots(
            files,
            directory: directory,
            lastBytes: recovered.snapshotBytes,
            wakeup: wakeup,
            log: log
        )
        var journal = Journal(
            files,
            directory: directory,
            after: recovered,
            epoch: state.epoch,
            revision: state.revision,
            durability: durability
        )
        let full = try StateStore.begin(&journal, after: recovered)
        thread = FlushThread(journal, wakeup: wakeup, isRenewing: full != nil)
        if let full {
            trouble = "\(full)"
            failure = withholdsResponses ? nil : full
            // Property observers do not run in an initializer.
            hasFailed = failure != nil
            log.event(.error, "changes cannot be stored: \(full)")
        }
        if !withholdsResponses || full != nil {
            // Start the thread now: a later failure to start could not be reported to a client.
            try thread.start()
        }
    }

    /// Registers the source that the event loop calls when results are available.
    func notify(_ source: any EventSource, on loop: EventLoop) throws(SystemError) {
        try loop.add(wakeup.descriptor, source: source, interest: .readable)
    }

    /// Starts a journal file if recovery demands one.
    ///
    /// The method returns the error instead of throwing it if the disk is full and the recovered state can still be
    /// served.
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

    /// Adds a commit to the next submission.
    func add(_ commit: Commit) {
        writer.append(commit)
        lineCount += 1
        revision = commit.revision
    }

    /// Adds soft state to the next submission.
    func add(_ softState: SoftState) {
        writer.append(softState)
        lineCount += 1
    }

    /// Submits the added lines, if there are any; returns the ticket of the submission.
    ///
    /// If responses do not wait for the disk, only one submission is in progress at a time. Lines that are added
    /// meanwhile become the next submission.
    func submit() -> Int? {
        unwritten.isEmpty || snapshots.isDue ? submitAll() : nil
    }

    private func submitAll() -> Int? {
        guard lineCount > 0 else { return nil }
        let (count, revision) = (lineCount, revision)
        lineCount = 0
        submittedBytes &+= UInt64(writer.lines.bytes.count)
        defer { writer.removeAll() }
        guard !withholdsResponses else {
            return writer.lines.bytes.withBytes { thread.add($0, count: count, revision: revision) }
        }
        // The client has received its response, so the lines must be written in order, even after a failure.
        var submission = Submission(ticket: 0, lines: [UInt8](writer.lines.bytes), count: count, revision: revision)
        if failure == nil {
            submission.ticket = thread.submit(submission.lines.span, count: count, revision: revision)
        }
        unwritten.append(submission)
        return submission.ticket
    }

    /// Writes the submitted lines: on this thread if all connections wait for the disk, otherwise on the flush thread.
    func write(here allClientsWait: Bool, _ handle: (Event) -> Void) {
        guard withholdsResponses else { return }
        if allClientsWait, thread.flushHere() {
            takeOutcomes(handle)
        } else {
            thread.wake()
        }
    }

    private func takeOutcomes(_ handle: (Event) -> Void) {
        for outcome in thread.takeOutcomes() {
            process(outcome, handle)
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

    /// Removes the lines that were added but not submitted.
    func drop() {
        lineCount = 0
        writer.removeAll()
    }

    /// Handles the results of the flush thread and of the snapshot thread.
    func handleOutcomes(_ handle: (Event) -> Void) {
        wakeup.drain()
        takeOutcomes(handle)
        snapshots.endIfOver()
    }

    /// Waits for results of the flush thread and handles them; throws the error if a write failed.
    ///
    /// This is used when no event loop is running.
    func wait(_ handle: (Event) -> Void) throws(StoreError) {
        do {
            _ = try Kernel.wait(for: .readable, on: wakeup.descriptor, .forever)
        } catch {
            throw .failed(error, path: directory)
        }
        wakeup.drain()
        var failure: StoreError?
        for outcome in thread.takeOutcomes() {
            process(outcome, handle)
            if case .failed(_, let error, _) = outcome {
                failure = error
            }
        }
        if let failure {
            throw failure
        }
    }

    private func process(_ outcome: FlushOutcome, _ handle: (Event) -> Void) {
        switch outcome {
        case .written(let ticket, _, let size):
            writes &+= 1
            unwritten.removeFirst(unwritten.prefix { $0.ticket <= ticket }.count)
            handle(.written(through: ticket))
            snapshots.noteJournal(size)
        case .failed(_, let error, let isCertain):
            note(error, handle)
            if withholdsResponses {
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
            // Without a failed batch, the unwritten lines are still in progress. A second submission would write them
            // twice.
            if hasFailed {
                submitAgain()
            }
            log.event(.info, "writes succeed again, in journal \(number)")
            handle(.troubleChanged)
        case .closed(let error):
            if let error {
                log.event(.error, "closing the journal failed: \(error)")
            }
        }
    }

    private func note(_ error: StoreError, _ handle: (Event) -> Void) {
        let text = "\(error)"
        guard trouble != text else { return }
        trouble = text
        log.event(.error, "changes cannot be stored: \(text)")
        handle(.troubleChanged)
    }

    /// Starts a snapshot, if one is due, of the state that all submitted lines have made.
    func makeSnapshotIfDue(of state: @autoclosure () -> State, _ softState: @autoclosure () -> SoftState) {
        if snapshots.isDue, snapshots.begin(state(), softState()) {
            thread.rotate()
        }
    }

    /// Writes the remaining lines and the mark of an orderly end; returns when they are durable.
    func close() {
        snapshots.cancel()
        _ = submitAll()
        writeUnwritten()
        thread.close()
        takeOutcomes { _ in }
        if !unwritten.isEmpty {
            log.event(.error, "the last changes are lost, because they could not be stored")
        }
    }

    /// Waits until everything is written; gives up after a few failed attempts.
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
                // The failed lines are submitted again once a new journal has begun.
                attempts -= 1
            }
        }
    }
}
