package import JSONCore

/// An object with its own text, for who tells a person where in it something is wrong.
package struct SourcedObject: JSONMember, Sendable {
    /// The text, from brace to brace.
    package let text: [UInt8]
    /// Where in its message it begins, from 1; a column is one Unicode scalar.
    package let line: Int
    /// See `line`.
    package let column: Int

    /// An empty one, which stands nowhere.
    package init() {
        text = Array("{}".utf8)
        (line, column) = (1, 1)
    }

    package static var expectation: String { "an object" }

    package static var schema: JSON { ["type": "object"] }

    package init(_ place: JSONRange, in message: Span<UInt8>) throws(JSONMismatch) {
        guard place.kind == .object else { throw JSONMismatch() }
        let bytes = message.extracting(place.range)
        text = bytes.copied
        (line, column) = JSONFault.position(of: place.range.lowerBound, in: message)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        guard let value = try? JSON.parse(text.span) else { preconditionFailure("its text was checked before") }
        try writer.value(value)
    }
}
