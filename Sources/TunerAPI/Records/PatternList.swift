package import JSONCore

/// One pattern or an array of them, as `match` and `locks` take it; what is no pattern is refused by who reads it.
package struct PatternList: JSONMember, Sendable {
    /// The patterns as they were written.
    package var texts: [String]

    /// Takes patterns.
    package init(_ texts: [String]) {
        self.texts = texts
    }

    package static var expectation: String { "a pattern or an array of them" }

    package static var schema: JSON {
        ["anyOf": [String.schema, [String].schema]]
    }

    package init(_ place: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        texts = place.kind == .string ? [try String(place, in: text)] : try [String](place, in: text)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try texts.write(to: &writer)
    }
}
