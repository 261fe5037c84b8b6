package import JSONCore

/// What is wrong with a document of flags, and where in it: facts; the sentence is in `FlagFault+Sentence`.
package struct FlagFault: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Problem: Equatable, Sendable {
        /// The bytes are no JSON text.
        case text(JSONFault)
        /// A name stands twice in one object.
        case repeated(String, firstLine: Int)
        /// It is something else than it must be.
        case kind(expected: Expected, found: JSONKind)
        /// A member that must be there is not.
        case missing(String)
        /// The flags stand in an array, as flagd alone reads them.
        case arrayOfFlags
        /// The name is no flag's key.
        case key(FlagKeyFault)
        /// The state is neither of the two that there are.
        case state(String, nearest: String?)
        /// There is no variant.
        case noVariants
        /// A variant or an evaluator without a name.
        case emptyName
        /// A variant is of another type than the first one.
        case mixedVariants(first: JSONKind, found: JSONKind)
        /// There is no variant of this name.
        case unknownVariant(String, nearest: String?)
        /// A rule is not one operator with its operands.
        case notOneOperator(count: Int)
        /// There is no operator of this name.
        case unknownOperator(nearest: String?)
        /// An operator has fewer or more operands than it takes.
        case operandCount(expected: Int, found: Int)
        /// `$flagd` has no such member.
        case reservedVariable(String)
        /// A share in a `fractional` is not a variant with, perhaps, a weight.
        case share(found: JSONKind)
        /// A `fractional` has nothing to choose from.
        case noShares
        /// A weight is less than 0 or not whole.
        case weight(JSON)
        /// The weights come to more than they may.
        case weightSum(limit: Int64)
        /// It is no version.
        case version(String)
        /// There is no such comparison of versions.
        case comparison(String)
        /// A shared rule refers to itself, perhaps by way of others.
        case cycle(String)
        /// A rule nests deeper, with what it refers to.
        case tooDeep(limit: Int)
        /// A rule has more parts, with what it refers to.
        case tooLarge(limit: Int)
    }

    /// What something must be.
    package enum Expected: Equatable, Sendable {
        case object
        case string
        case stringOrNull
        case variantValue
        case metadataValue
        case rule
        case stringOrRule
        case bucketingRule
        case operands
        case weight
        case comparison
    }

    /// A place in a text for a person, both from 1; a column is one Unicode scalar.
    package struct Position: Equatable, Sendable {
        /// The line.
        package let line: Int

        /// The character in the line.
        package let column: Int

        /// A place.
        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// What is wrong.
    package let problem: Problem

    /// Where in the document it stands.
    package var place: [JSONSource.Step] = []

    /// Where in its text that is; none where there was no text.
    package var position: Position?

    init(_ problem: Problem, at place: [JSONSource.Step] = []) {
        self.problem = problem
        self.place = place
    }

    /// The same as seen from what it is in.
    func inside(_ steps: JSONSource.Step...) -> FlagFault {
        var fault = self
        fault.place.insert(contentsOf: steps, at: 0)
        return fault
    }
}
