import FlagEngine

/// The result of an evaluation as the counters distinguish it: the reason, or the error code if the reason is ERROR.
enum EvaluationOutcome: Int, CaseIterable {
    case `static`
    case `default`
    case targetingMatch
    case split
    case disabled
    case unknownFlag
    case invalidRule
    case typeMismatch
    case failure
}

extension Evaluation {
    /// The result as the counters distinguish it.
    var outcome: EvaluationOutcome {
        switch reason {
        case .static: .static
        case .default: .default
        case .targetingMatch: .targetingMatch
        case .split: .split
        case .disabled: .disabled
        case .error:
            switch fault {
            case .unknownFlag: .unknownFlag
            case .missingEvaluator: .invalidRule
            case .type: .typeMismatch
            case .unknownVariant, .result, .limit, nil: .failure
            }
        }
    }
}
