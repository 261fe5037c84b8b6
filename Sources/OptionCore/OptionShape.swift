/// The name, description and placeholder of an option, without the settings that it changes.
package struct OptionShape: Sendable {
    /// The name with its hyphens.
    package let name: String
    /// A one-line description for the help text.
    package let summary: String

    /// A function that creates the placeholder; nil for an option without a value.
    ///
    /// The placeholder is created on demand: joining words takes longer than the rest of a short command.
    let makePlaceholder: (@Sendable () -> String)?

    package var hasValue: Bool { makePlaceholder != nil }

    /// The name of the value in the help text; nil for an option without a value.
    package var placeholder: String? { makePlaceholder?() }

    /// The name and the placeholder, as in the help text.
    package var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}
