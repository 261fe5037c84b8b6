package import JSONCore

/// A value or `null`; unlike a member that may be absent it must be there.
///
/// A protocol and no generic type: what that is made of would be looked up by name at each start, which costs as much as all
/// other methods together.
package protocol NullableMember: JSONMember, Sendable {
    associatedtype Value: JSONMember

    /// The value; nil for `null`.
    var value: Value? { get }

    /// Takes a value or none.
    init(_ value: Value?)
}

extension NullableMember {
    package static var expectation: String { "\(Value.expectation), or null" }

    package static var schema: JSON { ["anyOf": [Value.schema, ["type": "null"]]] }

    package init(_ place: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        self.init(place.kind == .null ? nil : try Value(place, in: text))
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        if let value {
            try value.write(to: &writer)
        } else {
            writer.null()
        }
    }
}
