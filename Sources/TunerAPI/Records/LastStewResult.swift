package import JSONCore

/// What was computed last of stews, or `null` where nothing was.
package struct LastStewResult: JSONMember, Sendable {
    /// The result.
    package var result: StewResult?

    /// Takes a result or none.
    package init(_ result: StewResult?) {
        self.result = result
    }

    package static var expectation: String { "\(StewResult.expectation), or null" }

    package static var schema: JSON {
        ["anyOf": [StewResult.schema, ["type": "null"]]]
    }

    package init(_ place: JSONPlace, in text: Span<UInt8>) throws(JSONMismatch) {
        result = place.kind == .null ? nil : try StewResult(place, in: text)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        if let result {
            try result.write(to: &writer)
        } else {
            writer.null()
        }
    }
}
