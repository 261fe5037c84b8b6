/// A pattern in ECMAScript's syntax with the `u` flag, over Unicode scalars.
///
/// Backreferences, look-around and modifiers are not supported, so no pattern needs backtracking. The pattern matches
/// anywhere in a text unless `^` and `$` anchor it. A search takes at most time proportional to the text's length times
/// the pattern's size. For most patterns the time is proportional to the text's length alone.
package struct RegularExpression: Sendable, Equatable {
    /// The limit of a pattern's size: its characters, classes and alternatives, multiplied by counted repeats.
    package static let sizeLimit = 4_096

    /// The limit of nested groups.
    package static let depthLimit = 100

    package let source: String

    private let program: Program

    /// Creates an expression by compiling a pattern.
    package init(_ source: String) throws(RegularExpressionFault) {
        var parser = PatternParser(source)
        let tree = try parser.parse()
        guard let size = tree.size, size <= RegularExpression.sizeLimit else { throw .tooLarge }
        self.source = source
        program = Program(tree)
    }

    /// Returns whether the pattern matches a part of the text; throws if that needs more steps than `effort` has left.
    ///
    /// `remembers` decides whether the search caches the sets of instructions that it reaches. By default it does so
    /// for long texts.
    package func matches(
        _ text: String,
        _ effort: inout SearchEffort,
        remembers: Bool? = nil
    ) throws(SearchEffort.Exhausted) -> Bool {
        try Search.finds(program, in: text, &effort, remembers: remembers)
    }

    /// Returns whether both expressions have the same source.
    package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }
}
