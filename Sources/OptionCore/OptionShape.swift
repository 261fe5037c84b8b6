/// The name, description and placeholder of an option, without the settings that it changes.
package struct OptionShape: Sendable {
    /// The name with its hyphens.
    package let name: String
    /// The name of one letter, such as `-n`; nil if there is none.
    package fileprivate(set) var shortName: String?
    /// A one-line description for the help text, without the default.
    package let summary: String

    /// A function that creates the placeholder; nil for an option without a value.
    ///
    /// The placeholder is created on demand: joining words takes longer than the rest of a short command.
    let makePlaceholder: (@Sendable () -> String)?

    /// A function that creates ``defaultText``; nil if there is none.
    fileprivate(set) var makeDefault: (@Sendable () -> String)?

    package var hasValue: Bool { makePlaceholder != nil }

    /// The name of the value in the help text; nil for an option without a value.
    package var placeholder: String? { makePlaceholder?() }

    /// The value without the option, in the words of the help text; nil if the help names none.
    package var defaultText: String? { makeDefault?() }

    /// The summary with the default, as in the help text.
    package var meaning: String { "\(summary)\(defaultText.map { " (default: \($0))" } ?? "")" }

    /// The names, each with the placeholder, as in the help text: `-n N, --limit N`.
    package var usage: String {
        let value = placeholder.map { " \($0)" } ?? ""
        return [shortName, name].compactMap { $0.map { "\($0)\(value)" } }.joined(separator: ", ")
    }

    /// Returns whether a word of a command line names this option.
    package func isNamed(_ word: String) -> Bool {
        if word == name { return true }
        guard let shortName else { return false }
        return word == shortName
    }

    /// Returns the shape with a default for the help text.
    func withDefault(_ text: @escaping @Sendable () -> String) -> OptionShape {
        var shape = self
        shape.makeDefault = text
        return shape
    }

    /// Returns the shape with a name of one letter.
    func short(_ name: String) -> OptionShape {
        var shape = self
        shape.shortName = name
        return shape
    }
}
