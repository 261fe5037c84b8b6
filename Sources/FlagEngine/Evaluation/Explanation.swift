package import JSONCore

/// The steps that a rule took: each `if` and each `fractional` in the order of evaluation, and the values of all operators.
package struct Explanation: Sendable, Equatable {
    /// The evaluation of an `if`.
    package struct Branch: Sendable, Equatable {
        /// The results of the conditions that were evaluated, in order.
        package var conditions: [JSON] = []

        /// The index of the selected operand; nil if no condition was true and there is no last operand for that case.
        package var taken: Int?
    }

    /// The evaluation of a `fractional`.
    package struct Split: Sendable, Equatable {
        /// The text that was hashed; nil if there was none, so that nothing was selected.
        package var key: String?

        package var hash: UInt32?

        /// The hash scaled to the range from 0 to the total weight.
        package var bucket: Int64?

        package var total: Int64 = 0

        package var weights: [Int64] = []

        /// The index of the selected share; the key before the shares does not count.
        package var taken: Int?
    }

    package enum Outcome: Sendable, Equatable {
        case branch(Branch)
        case split(Split)
    }

    /// One `if` or `fractional`.
    package struct Step: Sendable, Equatable {
        /// The path in the rule as a JSON Pointer; empty for the whole rule.
        package let pointer: String

        package var outcome: Outcome

        /// The variables that were read during the step, with their values.
        package var variables = JSONObject()

        init(pointer: String, outcome: Outcome) {
            self.pointer = pointer
            self.outcome = outcome
        }
    }

    package internal(set) var steps: [Step] = []

    /// The variables that were read outside of all steps, with their values.
    package internal(set) var variables = JSONObject()

    /// The values of the operators that were evaluated, by their paths in the rule as JSON Pointers.
    package internal(set) var values = JSONObject()

    /// Whether steps, variables or values were left out because of the limits.
    package internal(set) var isCut = false
}
