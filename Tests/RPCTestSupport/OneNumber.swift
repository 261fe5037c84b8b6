import JSONCore

/// One parameter that is a whole number.
struct OneNumber: JSONReadableFields {
    static let names = JSONFieldNames(["number"])

    let number: Int64?

    init(_ fields: JSONFields, in text: Span<UInt8>) throws(JSONFieldFault) {
        number = try OneNumber.optional(0, of: fields, in: text)
    }
}
