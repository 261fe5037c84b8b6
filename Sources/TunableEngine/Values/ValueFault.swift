package import JSONCore

/// What is wrong with a value: facts for a program; the sentence is in `ValueFault+Sentence`.
package struct ValueFault: Error, Equatable, Sendable {
    /// Which rule the value breaks; the rule itself stands in `constraints`.
    package enum Problem: Equatable, Sendable {
        /// It is not of this type.
        case type(TunableType)
        /// It is `null`, which no tunable is.
        case null
        /// It is less than the minimum.
        case minimum
        /// It is not more than the exclusive minimum.
        case exclusiveMinimum
        /// It is more than the maximum.
        case maximum
        /// It is not less than the exclusive maximum.
        case exclusiveMaximum
        /// It stands between two steps.
        case step
        /// It is none of the values that there are.
        case enumeration(nearest: String?)
        /// It has fewer characters than allowed.
        case minLength(Int)
        /// It has more characters than allowed.
        case maxLength(Int)
        /// The pattern is not found in it.
        case pattern
        /// To look for the pattern in it, or in all of the array it is in, takes more steps than there may be.
        case patternEffort
        /// It is not written as the format says.
        case format(ValueFormat)
        /// It has fewer items than allowed.
        case minItems(Int)
        /// It has more items than allowed.
        case maxItems(Int)
        /// It is an item that stands in the array before.
        case repeated(first: Int)
        /// It must be there, and is not.
        case missing
        /// It is there, and nobody said that it may be.
        case undeclared(nearest: String?)
        /// It has no next value to flip to.
        case cannotToggle
        /// It has no next value to step to.
        case cannotStep
        /// There is no number nearby that would be legal.
        case cannotClamp
    }

    /// What is wrong.
    package let problem: Problem

    /// The value, or the item or member of it, that breaks the rule; none where it is missing.
    package let value: JSON?

    /// Where in the tunable's value it stands: nowhere further, where it is the value itself.
    package var place: [JSONSource.Step]

    /// The words of the spec that bear on it, as they were declared.
    package let constraints: JSONObject

    /// A fault of a value as a whole.
    package init(_ problem: Problem, in value: JSON?, constraints: JSONObject = JSONObject()) {
        self.problem = problem
        self.value = value
        self.constraints = constraints
        place = []
    }

    /// The same as seen from the array or the object in which it is.
    func inside(_ step: JSONSource.Step) -> ValueFault {
        var fault = self
        fault.place.insert(step, at: 0)
        return fault
    }
}
