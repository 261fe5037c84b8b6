package import JSONCore

/// A violation by a value, as facts for programs; `ValueFault+Sentence` makes a sentence of it.
package struct ValueFault: Error, Equatable, Sendable {
    /// The rule that the value violates; `constraints` contains the rule's words.
    package enum Problem: Equatable, Sendable {
        /// The value is not of this type.
        case type(TunableType)
        /// The value is `null`, which no tunable may be.
        case null
        case minimum
        case exclusiveMinimum
        case maximum
        case exclusiveMaximum
        /// The value is between two steps.
        case step
        /// The value is none of the allowed ones; `nearest` is the most similar allowed string.
        case enumeration(nearest: String?)
        /// The string is too short; the payload is its length in characters.
        case minLength(Int)
        /// The string is too long; the payload is its length in characters.
        case maxLength(Int)
        /// The string does not match the pattern.
        case pattern
        /// The search for patterns in the value, or in the whole array that contains it, takes too many steps.
        case patternEffort
        case format(ValueFormat)
        /// The array has too few items; the payload is their number.
        case minItems(Int)
        /// The array has too many items; the payload is their number.
        case maxItems(Int)
        /// The item repeats an earlier item, at index `first`.
        case repeated(first: Int)
        /// A required member is missing.
        case missing
        /// The member is not allowed; `nearest` is the most similar allowed name.
        case undeclared(nearest: String?)
        /// The value has no opposite or next value, so it cannot be toggled.
        case cannotToggle
        /// The value is not a number and not in an enum, so it cannot be stepped.
        case cannotStep
        /// No valid number is near the value.
        case cannotClamp
        /// The value is only the text that results have in place of a secret value.
        case secretMark
    }

    package let problem: Problem

    /// The value, item or member that violates the rule; nil if it is missing.
    package let value: JSON?

    /// The path from the tunable's value to `value`; empty if they are the same.
    package var steps: [JSONSource.Step]

    /// The words of the spec that explain the fault, as they were declared.
    package let constraints: JSONObject

    /// Whether neither the value nor a part of it may be shown.
    package let isSecret: Bool

    /// Creates a fault whose path is the whole value.
    package init(_ problem: Problem, in value: JSON?, constraints: JSONObject = JSONObject()) {
        self.problem = problem
        self.value = value
        self.constraints = constraints
        isSecret = false
        steps = []
    }

    private init(hiding fault: ValueFault) {
        var constraints = fault.constraints
        constraints[SpecWord.enum.rawValue] = nil
        (problem, value, steps) = (fault.problem.withoutValues, nil, fault.declaredSteps)
        (self.constraints, isSecret) = (constraints, true)
    }

    /// The fault without the value, its parts and the values of an enum.
    ///
    /// The path has only names of declared members: other names, and the number of items, are a part of the value.
    package var withoutValues: ValueFault { ValueFault(hiding: self) }

    /// The names of declared members at the start of the path.
    private var declaredSteps: [JSONSource.Step] {
        var known = steps[...]
        if case .undeclared = problem, !isSecret { known = known.dropLast() }
        return Array(known.prefix { if case .name = $0 { true } else { false } })
    }

    /// Returns the fault with a path relative to the array or object that contains the value.
    func inside(_ step: JSONSource.Step) -> ValueFault {
        var fault = self
        fault.steps.insert(step, at: 0)
        return fault
    }
}

extension ValueFault.Problem {
    /// The problem without what it says about the value.
    fileprivate var withoutValues: ValueFault.Problem {
        switch self {
        case .enumeration: .enumeration(nearest: nil)
        case .undeclared: .undeclared(nearest: nil)
        default: self
        }
    }
}
