internal import SystemCore

/// The journal's worker: does one piece of work after the other, and the journal's own upkeep in between.
struct JournalWorker: ~Copyable {
    private var journal: Journal
    private let clocks: Clocks
    /// The time by which committed batches must be flushed.
    private var flushDeadline: MonotonicTime?
    /// The time of the next attempt to begin a new file after a failure, even if nothing is submitted.
    private var renewal: MonotonicTime?

    /// Whether the last work was short enough to be done on the event loop.
    private(set) var isQuick = false

    private static let quick = Duration.milliseconds(2)
    private static let flushInterval = Duration.milliseconds(900)
    private static let renewalInterval = Duration.seconds(1)

    init(_ journal: consuming Journal, _ clocks: Clocks, isRenewing: Bool) {
        self.journal = journal
        self.clocks = clocks
        if isRenewing {
            planRenewal()
        }
    }

    var durability: Durability { journal.durability }

    /// The time by which `rest` must be called if there is no work; nil if nothing is due.
    var deadline: MonotonicTime? { flushDeadline ?? renewal }

    /// Whether `rest` has something to do, now or later.
    var wantsRest: Bool { deadline != nil || (!journal.needsFile && journal.wantsRoom) }

    /// Does one piece of work and returns its outcomes.
    mutating func perform(_ work: FlushWork) -> Report {
        let start = clocks.monotonic()
        defer { isQuick = clocks.monotonic() - start < Self.quick }
        var report = Report()
        switch work {
        case .append(let records, let count, let revision, let ticket):
            append(records, count, revision, ticket, &report)
        case .rotate(let ticket): rotate(ticket, &report)
        case .renew: if journal.needsFile { _ = renew(&report.after) }
        case .close: break
        }
        return report
    }

    /// The outcomes of one piece of work; those in `before` precede the failure, those in `after` follow it.
    struct Report {
        var before: [FlushOutcome] = []
        var failure: (error: StoreError, isCertain: Bool)?
        var after: [FlushOutcome] = []
    }

    private mutating func append(
        _ records: [UInt8],
        _ count: Int,
        _ revision: Int64,
        _ ticket: Int,
        _ report: inout Report
    ) {
        do throws(StoreError) {
            try renewIfNeeded(&report)
        } catch {
            // Nothing was written, so the batch cannot come back after a crash.
            report.failure = (error, true)
            planRenewal()
            return
        }
        do throws(StoreError) {
            let batch = try journal.append(records.span, count: count, revision: revision)
            report.before.append(.written(through: ticket, batch: batch, size: journal.size))
            // A failure from here on does not concern this batch: it is committed, and the next file contains it again.
            if journal.needsFlush { flush(&report.after) }
            if journal.wantsFlush, flushDeadline == nil { flushDeadline = clocks.monotonic() + Self.flushInterval }
        } catch {
            let isCertain = renew(&report.after)
            report.failure = (error, isCertain)
        }
    }

    private mutating func flush(_ outcomes: inout [FlushOutcome]) {
        flushDeadline = nil
        do throws(StoreError) {
            try journal.flush()
        } catch {
            outcomes.append(.trouble(error))
            _ = renew(&outcomes)
        }
    }

    private mutating func rotate(_ ticket: Int, _ report: inout Report) {
        do throws(StoreError) {
            try renewIfNeeded(&report)
            report.before.append(.rotated(try journal.rotate(), after: ticket))
            flushDeadline = nil
        } catch {
            report.before.append(.notRotated(error))
            if journal.needsFile { _ = renew(&report.after) }
        }
    }

    /// Begins a file if there is none; reports `renewed` only after a failure, not for the first file.
    private mutating func renewIfNeeded(_ report: inout Report) throws(StoreError) {
        guard journal.needsFile else { return }
        try journal.beginFile()
        guard renewal != nil else { return }
        renewal = nil
        report.before.append(.renewed(journal: journal.number))
    }

    /// Begins a new file and returns whether that succeeded; if it did, no dropped batch can come back.
    private mutating func renew(_ outcomes: inout [FlushOutcome]) -> Bool {
        do throws(StoreError) {
            try journal.beginFile()
            outcomes.append(.renewed(journal: journal.number))
            flushDeadline = nil
            renewal = nil
            return true
        } catch {
            planRenewal()
            return false
        }
    }

    private mutating func planRenewal() {
        flushDeadline = nil
        renewal = clocks.monotonic() + Self.renewalInterval
    }

    /// Does the journal's upkeep when there is no work: due flushes, zeros ahead, and a new file after a failure.
    mutating func rest() -> [FlushOutcome] {
        var outcomes: [FlushOutcome] = []
        do throws(StoreError) {
            if journal.needsFile {
                guard let renewal, renewal <= clocks.monotonic() else { return [] }
                _ = renew(&outcomes)
                return outcomes
            }
            if let flushDeadline, flushDeadline <= clocks.monotonic() { flush(&outcomes) }
            if journal.wantsRoom { try journal.makeRoom() }
        } catch {
            outcomes.append(.trouble(error))
            if journal.needsFile { _ = renew(&outcomes) }
        }
        return outcomes
    }

    /// Closes the journal and returns the outcome.
    consuming func close() -> FlushOutcome {
        do throws(StoreError) {
            try journal.close()
            return .closed(nil)
        } catch {
            return .closed(error)
        }
    }
}
