package import SystemCore

/// An option as given in a command line, with its value.
package struct GivenOption: Equatable, Sendable {
    /// The name with its hyphens.
    package let name: String
    /// The value; empty for an option without a value.
    package let value: RawText

    package init(_ name: String, _ value: RawText) {
        self.name = name
        self.value = value
    }
}
