import JSONCore

/// One parameter of any kind.
struct OneValue: JSONReadableFields {
    static let names = JSONFieldNames(["value"])

    let value: JSON?

    init(_ fields: JSONFields, in text: Span<UInt8>) throws(JSONFieldFault) {
        value = try OneValue.optional(0, of: fields, in: text)
    }
}
