package import SystemCore

/// An option in a command line, with its value.
package struct GivenOption: Equatable, Sendable {
    /// With its hyphens.
    package let name: String
    /// Empty for an option without a value.
    package let value: RawText

    package init(_ name: String, _ value: RawText) {
        self.name = name
        self.value = value
    }
}
