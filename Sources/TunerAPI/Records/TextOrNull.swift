package import JSONCore

/// A text or `null`.
package struct TextOrNull: NullableMember {
    package static var schema: JSON { ["type": ["string", "null"]] }

    package let value: String?

    package init(_ value: String?) { self.value = value }
}
