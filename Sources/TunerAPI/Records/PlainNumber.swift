package import JSONCore

/// A number that is written without a fraction if it is whole: 28, not 28.0.
package struct PlainNumber: JSONMember, Sendable {
    /// The value.
    package var value: Double

    /// Creates a number.
    package init(_ value: Double) {
        self.value = value
    }

    package static var expectation: String { Double.expectation }

    package static var schema: JSON { Double.schema }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        value = try Double(range, in: text)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try writer.value(.plain(value))
    }
}
