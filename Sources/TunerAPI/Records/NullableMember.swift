package import JSONCore

/// A value or `null` that a message must contain.
///
/// This is a protocol, because the runtime would look up a generic type by name at each start. The look-up takes as long
/// as that of all other methods together.
package protocol NullableMember: JSONMember, Sendable {
    associatedtype Value: JSONMember

    /// The value; nil for `null`.
    var value: Value? { get }

    /// Creates a member from a value or nil.
    init(_ value: Value?)
}

extension NullableMember {
    package static var expectation: String { "\(Value.expectation), or null" }

    package static var schema: JSON { ["anyOf": [Value.schema, ["type": "null"]]] }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        self.init(range.kind == .null ? nil : try Value(range, in: text))
    }

    package static func innerFault(of range: JSONRange, in text: Span<UInt8>) -> JSONFieldFault? {
        range.kind == .null ? nil : Value.innerFault(of: range, in: text)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        if let value {
            try value.write(to: &writer)
        } else {
            writer.null()
        }
    }
}
