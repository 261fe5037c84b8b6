/// A set of typed fields: an object, or an array in the names' order, becomes a value.
package protocol JSONReadableFields {
    /// The fields' names, in order.
    static var names: JSONFieldNames { get }

    /// Reads the fields that `names` found.
    init(_ fields: JSONFields, in text: Span<UInt8>) throws(JSONFieldFault)
}

extension JSONReadableFields {
    /// The value of a field that must be there, by its position in `names`.
    package static func required<Value: JSONReadable>(
        _ index: Int,
        of fields: JSONFields,
        in text: Span<UInt8>
    ) throws(JSONFieldFault) -> Value {
        guard let value: Value = try optional(index, of: fields, in: text) else {
            throw JSONFieldFault.missing(names.names[index].description)
        }
        return value
    }

    /// The value of a field that may be absent, by its position in `names`; `null` is a value, not absence.
    package static func optional<Value: JSONReadable>(
        _ index: Int,
        of fields: JSONFields,
        in text: Span<UInt8>
    ) throws(JSONFieldFault) -> Value? {
        guard let place = fields.place(index) else { return nil }
        guard let value = Value(place, in: text) else {
            throw JSONFieldFault.mismatch(
                names.names[index].description,
                expected: Value.expectation,
                found: place.kind
            )
        }
        return value
    }
}

/// No fields at all.
package struct NoFields: JSONReadableFields {
    package static let names = JSONFieldNames([])

    package init(_ fields: JSONFields, in text: Span<UInt8>) {}
}
