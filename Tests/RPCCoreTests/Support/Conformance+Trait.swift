import TestSupport
import Testing

extension Conformance {
    static let data: ConditionTrait = .disabled(
        if: maySkip,
        "the conformance data is missing: expected it at \(directory)"
    )
}
