/// A pattern in ECMAScript's syntax (of its `u` flag), without what would cost more than a look at each character:
/// backreferences and look-around.
///
/// It is found anywhere in a text unless `^` and `$` hold it, over Unicode scalars, in a time that is at most the length
/// of the text times the size of the pattern, and for most patterns the length alone.
package struct RegularExpression: Sendable, Equatable {
    /// How large a pattern may be: characters, classes and choices, each as often as it is counted to be repeated.
    package static let sizeLimit = 4_096

    /// How deep groups may nest.
    package static let depthLimit = 100

    /// The pattern as it was written.
    package let source: String

    private let program: Program

    /// Compiles a pattern.
    package init(_ source: String) throws(RegularExpressionFault) {
        var parser = PatternParser(source)
        let tree = try parser.parse()
        guard let size = tree.size, size <= RegularExpression.sizeLimit else {
            throw RegularExpressionFault(.tooLarge(limit: RegularExpression.sizeLimit), at: 0)
        }
        self.source = source
        program = Program(tree)
    }

    /// Whether a part of the text is what the pattern describes, as far as that takes no more than this effort.
    ///
    /// What the search has come to is remembered where the text is long enough for that, or where it is said.
    package func matches(
        _ text: String,
        _ effort: inout SearchEffort,
        remembers: Bool? = nil
    ) throws(SearchEffort.Exhausted) -> Bool {
        try Search.finds(program, in: text, &effort, remembers: remembers)
    }

    /// Two expressions are the same where they are written the same.
    package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }
}
