package import JSONCore

/// One pattern or an array of patterns, for `match` and `locks`; the handler refuses an invalid pattern.
package struct PatternList: JSONMember, Sendable {
    /// The texts of the patterns.
    package var texts: [String]

    /// Creates a list of patterns.
    package init(_ texts: [String]) {
        self.texts = texts
    }

    package static var expectation: String { "a pattern or an array of them" }

    package static var schema: JSON {
        ["anyOf": [String.schema, [String].schema]]
    }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        texts = range.kind == .string ? [try String(range, in: text)] : try [String](range, in: text)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try texts.write(to: &writer)
    }
}
