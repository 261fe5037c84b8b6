/// What a reader and a help text know of an option, whatever it sets.
package struct OptionShape: Sendable {
    /// With its hyphens.
    package let name: String
    /// What help says of it, in a line.
    package let summary: String

    /// The placeholder, made when it is read: to join words costs more than the rest of a short command line.
    let makePlaceholder: (@Sendable () -> String)?

    /// Whether the option has a value.
    package var hasValue: Bool { makePlaceholder != nil }

    /// What help calls the value; nil for an option without one.
    package var placeholder: String? { makePlaceholder?() }

    /// The option with its value, as help shows it.
    package var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}
