package import JSONCore

/// An error in a document of flags with its path; `FlagFault+Sentence` makes a sentence of it.
package struct FlagFault: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        /// The text is not JSON.
        case text(JSONFault)
        /// An object has the same name twice.
        case repeated(String, firstLine: Int)
        /// The value has the wrong JSON type.
        case kind(expected: Expected, found: JSONKind)
        /// A required member is missing.
        case missing(String)
        /// The flags are in an array, a form that flagd supports and tunerd does not.
        case arrayOfFlags
        /// The name is not a valid flag key.
        case key(FlagKeyFault)
        /// The state is neither `ENABLED` nor `DISABLED`.
        case state(String, nearest: String?)
        /// The flag has no variant.
        case noVariants
        /// A variant or a shared rule has an empty name.
        case emptyName
        /// The variant has another type than the first variant.
        case mixedVariants(first: JSONKind, found: JSONKind)
        /// There is no variant of this name.
        case unknownVariant(String, nearest: String?)
        /// A declaration has no member of this name.
        case unknownWord(nearest: String?)
        /// A declaration has neither a type nor variants, or both.
        case typeOrVariants
        /// No flag has this type.
        case type(String, nearest: String?)
        /// The declared default has another type than the flag.
        case defaultType(expected: FlagType, found: JSONKind)
        /// No declared variant has the declared default.
        case defaultIsNoVariant
        /// The rule is an object without exactly one operator.
        case notOneOperator(count: Int)
        /// There is no operator of this name.
        case unknownOperator(nearest: String?)
        /// The operator has too few or too many operands.
        case operandCount(expected: Int, found: Int)
        /// `$flagd` has no such member.
        case reservedVariable(String)
        /// The share of a `fractional` is not an array of a variant and an optional weight.
        case share(found: JSONKind)
        /// The `fractional` has no shares.
        case noShares
        /// The weight is negative or not whole.
        case weight(JSON)
        /// The sum of the weights is too large.
        case weightSum(limit: Int64)
        /// The text is not a semantic version.
        case version(String)
        /// There is no such operator to compare versions.
        case comparison(String)
        /// A shared rule refers to itself, directly or through other rules.
        case cycle(String)
        /// The rule is nested too deeply, including the rules that it refers to.
        case tooDeep(limit: Int)
        /// The rule is too large, including the rules that it refers to.
        case tooLarge(limit: Int)
    }

    /// The type that a value must have.
    package enum Expected: Equatable, Sendable {
        case object
        case string
        case stringOrNull
        case variantValue
        case metadataValue
        case rule
        case stringOrRule
        case versionOrRule
        case bucketingRule
        case operands
        case weight
        case comparison
    }

    /// A position in a text, with line and column counted from 1; a column is one Unicode scalar.
    package struct Position: Equatable, Sendable {
        package let line: Int

        package let column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    package let problem: Problem

    /// The path in the document.
    package var steps: [JSONSource.Step] = []

    /// The line and column; nil if the document was not read from text.
    package var position: Position?

    init(_ problem: Problem, at steps: [JSONSource.Step] = []) {
        self.problem = problem
        self.steps = steps
    }

    /// Returns the fault with a path relative to a containing value.
    func inside(_ steps: JSONSource.Step...) -> FlagFault {
        var fault = self
        fault.steps.insert(contentsOf: steps, at: 0)
        return fault
    }
}
