internal import JSONCore

/// The queue between the thread that submits records and the thread that writes them: a value, without threads.
///
/// All records that wait when the writer is free form one batch and need one flush. After a failure, submitted records
/// are dropped until the submitter has taken the outcome: those records build on changes that are undone.
struct FlushQueue {
    private var waiting: [FlushWork] = []
    private var outcomes: [FlushOutcome] = []
    /// The last failure, until the submitter takes its outcome.
    private var failure: StoreError?
    private(set) var lastTicket = 0

    /// Adds records to the next batch and returns the ticket that the outcome will contain.
    mutating func submit(_ records: Span<UInt8>, count: Int, revision: Int64) -> Int {
        lastTicket += 1
        guard failure == nil else { return lastTicket }
        if case .append(var bytes, let before, let highest, _)? = waiting.last {
            // Remove the bytes from the queue first. If the queue still referred to them, appending would copy them.
            waiting.removeLast()
            records.append(to: &bytes)
            waiting.append(
                .append(
                    records: bytes,
                    count: before + count,
                    revision: max(highest, revision),
                    through: lastTicket
                )
            )
        } else {
            let bytes = [UInt8](records, in: 0..<records.count)
            waiting.append(.append(records: bytes, count: count, revision: revision, through: lastTicket))
        }
        return lastTicket
    }

    /// Begins a new journal after all records submitted so far.
    mutating func rotate() {
        if let failure {
            outcomes.append(.notRotated(failure))
        } else {
            waiting.append(.rotate(after: lastTicket))
        }
    }

    /// Begins a new file after everything in the queue if the journal has failed.
    mutating func renew() { waiting.append(.renew) }

    /// Closes the journal after everything in the queue.
    mutating func close() { waiting.append(.close) }

    /// Removes and returns the next work, or nil if there is none.
    mutating func nextWork() -> FlushWork? { waiting.isEmpty ? nil : waiting.removeFirst() }

    var hasWork: Bool { !waiting.isEmpty }

    mutating func report(_ outcome: FlushOutcome) { outcomes.append(outcome) }

    /// Drops all waiting work except closing, since that work builds on records that were not written.
    mutating func fail(_ error: StoreError, isCertain: Bool) {
        failure = error
        outcomes.append(.failed(through: lastTicket, error, isCertain: isCertain))
        for work in waiting {
            if case .rotate = work { outcomes.append(.notRotated(error)) }
        }
        waiting.removeAll { $0 != .close }
    }

    /// Removes and returns all outcomes.
    ///
    /// A failure then applies to every record submitted until this call.
    mutating func takeOutcomes() -> [FlushOutcome] {
        defer {
            outcomes = []
            failure = nil
        }
        guard failure != nil else { return outcomes }
        return outcomes.map { outcome in
            guard case .failed(_, let error, let isCertain) = outcome else { return outcome }
            return .failed(through: lastTicket, error, isCertain: isCertain)
        }
    }
}

extension Span<UInt8> {
    fileprivate func append(to bytes: inout [UInt8]) {
        unsafe withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
}
