import JSONCore

/// The parameters of `subtract`.
struct Operands: JSONReadableFields {
    static let names = JSONFieldNames(["minuend", "subtrahend"])

    let minuend: Int64
    let subtrahend: Int64

    init(_ fields: JSONFields, in text: Span<UInt8>) throws(JSONFieldFault) {
        minuend = try Operands.required(0, of: fields, in: text)
        subtrahend = try Operands.required(1, of: fields, in: text)
    }
}
