package import JSONCore

/// A number that is written without a fraction where it has none: 28, not 28.0.
package struct PlainNumber: JSONMember, Sendable {
    /// The number.
    package var value: Double

    /// Takes a number.
    package init(_ value: Double) {
        self.value = value
    }

    package static var expectation: String { Double.expectation }

    package static var schema: JSON { Double.schema }

    package init(_ place: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        value = try Double(place, in: text)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try writer.value(.plain(value))
    }
}
