internal import SystemCore

/// Does the work of a queue with a journal, one piece after the other, and what the journal needs in between.
struct JournalKeeper: ~Copyable {
    private var journal: Journal
    private let clocks: Clocks
    /// When answered batches must be on disk at the latest.
    private var flushDeadline: MonotonicTime?
    /// When a journal that has failed is tried again though nobody writes.
    private var renewal: MonotonicTime?

    /// Whether the last work took no longer than anybody could be let wait for it.
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

    /// When `rest` wants to be called though there is no work.
    var deadline: MonotonicTime? { flushDeadline ?? renewal }

    /// Whether `rest` has something to do, now or later.
    var wantsRest: Bool { deadline != nil || (!journal.needsFile && journal.wantsRoom) }

    /// Does one thing and says what became of it; what waits behind a failure is dropped.
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

    /// What is to be told of one piece of work.
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
            // It was not even begun.
            report.failure = (error, true)
            planRenewal()
            return
        }
        do throws(StoreError) {
            let batch = try journal.append(records.span, count: count, revision: revision)
            report.before.append(.written(through: ticket, batch: batch, size: journal.size))
            // What fails now is no failure of this batch: it counts, and a renewal writes it again.
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

    /// Begins a file where there is none; that is news only after a failure.
    private mutating func renewIfNeeded(_ report: inout Report) throws(StoreError) {
        guard journal.needsFile else { return }
        try journal.beginFile()
        guard renewal != nil else { return }
        renewal = nil
        report.before.append(.renewed(journal: journal.number))
    }

    /// Answers whether it is certain again what counts.
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

    /// What the journal needs when nobody waits for it: flushes that are due, room ahead, a renewal.
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

    /// The orderly end.
    consuming func close() -> FlushOutcome {
        do throws(StoreError) {
            try journal.close()
            return .closed(nil)
        } catch {
            return .closed(error)
        }
    }
}
