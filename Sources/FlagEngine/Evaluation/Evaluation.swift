package import JSONCore

/// The result of evaluating a flag.
package struct Evaluation: Sendable {
    /// The source of the value.
    package enum Choice: Sendable {
        /// The variant of the flag with this index.
        case variant(Int)
        /// The value of an override that is none of the variants.
        case override(JSON)
        /// The default that the caller sent; nil if the caller sent none.
        case callers(JSON?)
    }

    /// The flag; nil if there is no flag with the key.
    package let flag: FlagDefinition?

    package let choice: Choice

    package let reason: EvaluationReason

    /// Whether an override decided.
    package var isOverridden = false

    /// Whether the kill switch decided.
    package var isLimited = false

    /// The error, if any; then the value is the caller's default.
    package var fault: EvaluationFault?

    /// The steps of the rule; nil unless the caller requested them and a rule ran.
    package var explanation: Explanation? {
        get { recorded?.explanation }
        set { recorded = newValue.map { Recorded($0) } }
    }

    /// The box of the explanation, which keeps evaluations without one small.
    private var recorded: Recorded?

    private final class Recorded: Sendable {
        let explanation: Explanation

        init(_ explanation: Explanation) {
            self.explanation = explanation
        }
    }

    package init(flag: FlagDefinition?, choice: Choice, reason: EvaluationReason) {
        self.flag = flag
        self.choice = choice
        self.reason = reason
    }

    /// The value; nil if neither the flag nor the caller provides one.
    package var value: JSON? {
        switch choice {
        case .variant(let index): flag?.variants.members[index].value
        case .override(let value): value
        case .callers(let value): value
        }
    }

    /// The variant's name; nil if the value is not from a variant.
    package var variant: String? {
        guard case .variant(let index) = choice else { return nil }
        return flag?.variants.members[index].name
    }

    /// Returns the evaluation of a key without a flag.
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
