import JSONCore

/// A connection's cache: responses by the bytes of their parameters.
///
/// A program that evaluates a flag repeatedly sends the same bytes each time. The cache is valid for one version of the
/// state and for one second, because targeting rules may depend on the time. A session drops the cache when the client
/// changes its name.
final class RecentEvaluations {
    struct Validity: Equatable {
        let version: UInt64
        let seconds: Int64
    }

    private final class Response {
        let parameters: [UInt8]
        let text: [UInt8]
        let counts: FlagCounts
        let outcome: EvaluationOutcome

        init(_ text: [UInt8], to parameters: [UInt8], _ counts: FlagCounts, _ outcome: EvaluationOutcome) {
            self.text = text
            self.parameters = parameters
            self.counts = counts
            self.outcome = outcome
        }
    }

    /// The number of slots.
    ///
    /// A newer response replaces the older one in its slot.
    private static let slots = 32
    /// The largest number of bytes in a cached response and its parameters together.
    private static let maxResponseBytes = 1_024

    private var validity = Validity(version: 0, seconds: 0)
    private var responses = [Response?](repeating: nil, count: slots)
    private var responseCount = 0
    /// The hash of the last parameters in each slot.
    ///
    /// A response is cached only when its parameters repeat.
    private var lastHashes = [UInt64](repeating: 0, count: slots)

    /// The second for which the cache is valid.
    var seconds: Int64 { validity.seconds }

    /// Clears the cache if the state or the second has changed.
    func renew(for current: Validity) {
        guard current != validity else { return }
        validity = current
        guard responseCount > 0 else { return }
        responseCount = 0
        for slot in responses.indices {
            responses[slot] = nil
        }
    }

    /// Writes the cached response to the same parameters, and counts the evaluation; returns false if there is none.
    ///
    /// `hash` is the hash of the parameters.
    func writeResponse(to parameters: Span<UInt8>, _ hash: UInt64, to writer: inout JSONWriter) -> Bool {
        guard let response = responses[slot(of: hash)] else { return false }
        let (known, text) = (response.parameters, response.text)
        guard known.span.hasSameBytes(as: parameters) else { return false }
        writer.raw(text.span, in: text.indices)
        response.counts.add(response.outcome)
        return true
    }

    /// Caches the response that the writer has written since offset `begin`, if its parameters were sent before.
    func keepResponse(
        to parameters: Span<UInt8>,
        _ hash: UInt64,
        _ writer: borrowing JSONWriter,
        since begin: Int,
        _ counts: FlagCounts,
        _ outcome: EvaluationOutcome
    ) {
        guard parameters.count + writer.bytes.count - begin <= RecentEvaluations.maxResponseBytes else { return }
        let slot = slot(of: hash)
        guard lastHashes[slot] == hash else {
            lastHashes[slot] = hash
            return
        }
        if responses[slot] == nil {
            responseCount += 1
        }
        let text = writer.bytes.withBytes { $0.extracting(begin...).copied }
        responses[slot] = Response(text, to: parameters.copied, counts, outcome)
    }

    private func slot(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash % UInt64(RecentEvaluations.slots))
    }
}

extension Session {
    /// Returns the connection's cache, after clearing it if it is outdated.
    func recentEvaluations(_ states: StateVersions) -> RecentEvaluations {
        let current = RecentEvaluations.Validity(version: states.version, seconds: states.seconds)
        if let evaluations {
            evaluations.renew(for: current)
            return evaluations
        }
        let first = RecentEvaluations()
        first.renew(for: current)
        evaluations = first
        return first
    }
}
