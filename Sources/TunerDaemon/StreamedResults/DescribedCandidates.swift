import JSONCore
import StateCore
import TunableEngine
import TunerAPI

/// The origins that have a value for a key, in order of precedence.
struct DescribedCandidates: StreamedMember {
    private let key: Key
    private let isHidden: Bool
    private var candidates: ArraySlice<Description.Candidate>

    init(_ description: Description, _ filter: SecretFilter) {
        // A fault is about the tunable's whole value.
        key = description.tunableKey
        candidates = description.candidates[...]
        isHidden = filter.hides(description.tunable?.declaration?.spec)
    }

    static var isArray: Bool { true }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        while let candidate = candidates.first {
            guard !budget.isFull(writer) else { return false }
            try DescribedCandidate(candidate, of: key, hidden: isHidden).write(to: &writer)
            budget.steps -= 1
            candidates.removeFirst()
        }
        return true
    }
}
