package import JSONCore

/// The way through a rule that decided: each `if` and each `fractional` in the order in which they were come to.
package struct Explanation: Sendable, Equatable {
    /// What an `if` did.
    package struct Branch: Sendable, Equatable {
        /// What the conditions gave that were looked at, in order.
        package var conditions: [JSON] = []

        /// The operand that it gave, counted from 0; none where no condition held and there is no last word.
        package var taken: Int?
    }

    /// What a `fractional` did.
    package struct Split: Sendable, Equatable {
        /// The text that was hashed; none where there was nothing to hash, and nothing was chosen.
        package var key: String?

        /// Its hash.
        package var hash: UInt32?

        /// Where between 0 and the total the hash fell.
        package var bucket: Int64?

        /// The sum of the weights.
        package var total: Int64 = 0

        /// The weights as they were.
        package var weights: [Int64] = []

        /// The share that was chosen, counted from 0 without what is bucketed by.
        package var taken: Int?
    }

    /// What was done at a step.
    package enum Outcome: Sendable, Equatable {
        case branch(Branch)
        case split(Split)
    }

    /// One `if` or `fractional`.
    package struct Step: Sendable, Equatable {
        /// Where in the rule it stands, as RFC 6901 writes it; empty for the rule itself.
        package let place: String

        /// What it did.
        package var outcome: Outcome

        /// The variables that were looked at for it, and what they stood for.
        package var seen = JSONObject()

        init(place: String, outcome: Outcome) {
            self.place = place
            self.outcome = outcome
        }
    }

    /// The steps.
    package internal(set) var steps: [Step] = []

    /// The variables that were looked at outside of all steps.
    package internal(set) var seen = JSONObject()

    /// Whether there was more to tell.
    package internal(set) var isCut = false
}
