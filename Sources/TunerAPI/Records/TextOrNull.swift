package import JSONCore

/// A text, or `null` for none; unlike a member that may be absent it must be said.
package struct TextOrNull: JSONMember, Sendable {
    /// The text.
    package var text: String?

    /// Takes a text or none.
    package init(_ text: String?) {
        self.text = text
    }

    package static var expectation: String { "a string, or null" }

    package static var schema: JSON { ["type": ["string", "null"]] }

    package init(_ place: JSONPlace, in text: Span<UInt8>) throws(JSONMismatch) {
        self.text = place.kind == .null ? nil : try String(place, in: text)
    }

    package func write(to writer: inout JSONWriter) {
        if let text {
            writer.string(text)
        } else {
            writer.null()
        }
    }
}
