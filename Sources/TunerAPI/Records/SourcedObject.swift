package import JSONCore

/// An object with its own text, so that an error can name the line and the column of a fault.
package struct SourcedObject: JSONMember, Sendable {
    /// The object's text, from `{` to `}`.
    package let text: [UInt8]
    /// The line in the request, or in its batch, where the object begins, from 1.
    package let line: Int
    /// The column where the object begins, from 1; a column is one Unicode scalar.
    package let column: Int

    /// Creates an empty object without a text.
    package init() {
        text = Array("{}".utf8)
        (line, column) = (1, 1)
    }

    package static var expectation: String { "an object" }

    package static var schema: JSON { ["type": "object"] }

    package init(_ range: JSONRange, in message: Span<UInt8>) throws(JSONMismatch) {
        guard range.kind == .object else { throw JSONMismatch() }
        let bytes = message.extracting(range.range)
        text = bytes.copied
        (line, column) = JSONFault.position(of: range.range.lowerBound, in: message)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        guard let value = try? JSON.parse(text.span) else { preconditionFailure("its text was checked before") }
        try writer.value(value)
    }
}
