package import JSONCore

/// An error in a spec or a schema with its path; `SpecFault+Sentence` makes a sentence of it.
package struct SpecFault: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        /// The value has the wrong JSON type.
        case kind(expected: Expected, found: JSONKind)
        /// The word is not one of those allowed here.
        case word(String, among: [String], nearest: String?)
        /// The type is missing.
        case noType
        /// The word is unknown.
        case unknown(nearest: String?)
        /// The word does not apply to values of this type.
        case foreign(TunableType)
        /// The word applies to a whole tunable, but is inside a part of it.
        case misplaced
        /// No value is between the word's bound and the other word's bound.
        case crossed(JSON, other: String, JSON)
        /// The step is 0 or negative.
        case stepNotPositive(JSON)
        /// The type is `integer`, but the step is not whole.
        case stepNotWhole(JSON)
        /// The scale is logarithmic, but the word's bound allows numbers that are 0 or negative, or no others.
        case notLogarithmic(SpecWord, JSON)
        /// The pattern is not valid.
        case pattern(RegularExpressionFault)
        /// The enum is empty.
        case noValues
        /// The value repeats an earlier value of the enum, at index `first`.
        case repeated(first: Int)
        /// The value violates the spec that contains it.
        case breaks(ValueFault)
        /// `onUnknown` needs an `items.enum`, which is missing.
        case dropsWithoutEnum
        /// No value satisfies all constraints.
        case nothingLegal
        /// The spec is nested too deeply.
        case tooDeep(limit: Int)
    }

    /// The JSON type that a word's value must have.
    package enum Expected: Equatable, Sendable {
        case object
        case string
        case boolean
        case number
        case count
        case array
        case strings
        case bareType
    }

    package let problem: Problem

    /// The path from the spec to the error.
    package let steps: [JSONSource.Step]

    package init(_ problem: Problem, at steps: [JSONSource.Step]) {
        self.problem = problem
        self.steps = steps
    }

    /// The path as a JSON Pointer (RFC 6901), such as `/items/minimum`; empty for the whole spec.
    package var pointer: String { JSONPointer.text(of: steps) }
}
