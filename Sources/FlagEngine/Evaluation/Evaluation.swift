package import JSONCore

/// What a flag comes to for someone, and why.
package struct Evaluation: Sendable {
    /// Where the value comes from.
    package enum Choice: Sendable {
        /// One of the flag's variants, counted from 0.
        case variant(Int)
        /// A value that was forced and is none of the variants'.
        case forced(JSON)
        /// What the caller said holds where the flag says nothing; perhaps nothing either.
        case callers(JSON?)
    }

    /// The flag; none where there is no flag of the key.
    package let flag: FlagDefinition?

    /// Where the value comes from.
    package let choice: Choice

    /// Why it is this one.
    package let reason: EvaluationReason

    /// Whether someone forced it.
    package var isForced = false

    /// Whether a kill switch decided.
    package var isLimited = false

    /// What went wrong; then the value is the caller's.
    package var fault: EvaluationFault?

    /// The way through the rule, where it was asked for and there is a rule.
    package var explanation: Explanation?

    /// The value; none where the flag gives none and the caller gave no default.
    package var value: JSON? {
        switch choice {
        case .variant(let index): flag?.variants.members[index].value
        case .forced(let value): value
        case .callers(let value): value
        }
    }

    /// The variant's name; none where the value is no variant's.
    package var variant: String? {
        guard case .variant(let index) = choice else { return nil }
        return flag?.variants.members[index].name
    }

    /// What becomes of a question for a flag that there is not.
    package static func unknown(
        nearest: String? = nil,
        isTunable: Bool = false,
        default callersDefault: JSON?
    ) -> Evaluation {
        var evaluation = Evaluation(flag: nil, choice: .callers(callersDefault), reason: .error)
        evaluation.fault = .unknownFlag(nearest: nearest, isTunable: isTunable)
        return evaluation
    }
}
