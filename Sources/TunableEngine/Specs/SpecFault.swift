package import JSONCore

/// What is wrong with a spec or a schema, and where in it: facts; the sentence is in `SpecFault+Sentence`.
package struct SpecFault: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Problem: Equatable, Sendable {
        /// It is something else than it must be.
        case kind(expected: Expected, found: JSONKind)
        /// It is none of the words that may stand here.
        case word(String, among: [String], nearest: String?)
        /// The type is not said.
        case noType
        /// There is no such word.
        case unknown(nearest: String?)
        /// The word says nothing about values of this type.
        case foreign(TunableType)
        /// The word is about a tunable as a whole, and stands inside it.
        case misplaced
        /// Nothing is between this bound and that one.
        case crossed(JSON, other: String, JSON)
        /// A step of nothing, or backwards.
        case stepNotPositive(JSON)
        /// A step between whole numbers that is none.
        case stepNotWhole(JSON)
        /// The pattern does not compile.
        case pattern(RegularExpressionFault)
        /// An enum without values.
        case noValues
        /// A value that stands in the enum before.
        case repeated(first: Int)
        /// A value that breaks the spec it stands in.
        case breaks(ValueFault)
        /// What to drop is told by `items.enum`, and there is none.
        case dropsWithoutEnum
        /// No value keeps all of it.
        case nothingLegal
        /// Specs nest deeper than so.
        case tooDeep(limit: Int)
    }

    /// What a word's value must be.
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

    /// What is wrong.
    package let problem: Problem

    /// Where in the spec it stands.
    package let place: [JSONSource.Step]

    /// A fault at a place.
    package init(_ problem: Problem, at place: [JSONSource.Step]) {
        self.problem = problem
        self.place = place
    }

    /// The place as RFC 6901 writes it, `/items/minimum`; empty for the spec as a whole.
    package var pointer: String { JSONPointer.text(of: place) }
}
