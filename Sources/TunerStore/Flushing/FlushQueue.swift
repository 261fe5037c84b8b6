internal import JSONCore

/// What waits between the thread that has changes and the one that writes them: a value, without threads.
///
/// Whatever waits when the writer is free is one batch and needs one flush. After a failure nothing is taken before the
/// failure was seen: what comes until then was built on what is undone.
struct FlushQueue {
    private var waiting: [FlushWork] = []
    private var outcomes: [FlushOutcome] = []
    /// Not seen yet by whoever submits.
    private var failure: StoreError?
    private(set) var lastTicket = 0

    /// Adds records to the batch that is written next; answers the ticket by which its outcome is told.
    mutating func submit(_ records: Span<UInt8>, count: Int, revision: Int64) -> Int {
        lastTicket += 1
        guard failure == nil else { return lastTicket }
        if case .append(var bytes, let before, let highest, _)? = waiting.last {
            // Taken out first, or it would be copied.
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

    /// Has a new journal begun behind all that was submitted so far.
    mutating func rotate() {
        if let failure {
            outcomes.append(.notRotated(failure))
        } else {
            waiting.append(.rotate(after: lastTicket))
        }
    }

    /// Has a journal that has failed begun anew behind all that waits.
    mutating func renew() { waiting.append(.renew) }

    /// Comes behind everything.
    mutating func close() { waiting.append(.close) }

    /// The next thing to do.
    mutating func takeWork() -> FlushWork? { waiting.isEmpty ? nil : waiting.removeFirst() }

    var hasWork: Bool { !waiting.isEmpty }

    mutating func tell(_ outcome: FlushOutcome) { outcomes.append(outcome) }

    /// Drops what waits, since it was built on what has failed.
    mutating func fail(_ error: StoreError, isCertain: Bool) {
        failure = error
        outcomes.append(.failed(through: lastTicket, error, isCertain: isCertain))
        for work in waiting {
            if case .rotate = work { outcomes.append(.notRotated(error)) }
        }
        waiting.removeAll { $0 != .close }
    }

    /// What is to be told; a failure concerns all that was submitted until it is taken.
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
