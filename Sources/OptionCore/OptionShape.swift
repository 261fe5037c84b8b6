/// What a reader and a help text know of an option, whatever it sets.
package struct OptionShape: Equatable, Sendable {
    /// With its hyphens.
    package let name: String
    /// What help calls the value; nil for an option without one.
    package let placeholder: String?
    /// What help says of it, in a line.
    package let summary: String

    /// The option with its value, as help shows it.
    package var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}
