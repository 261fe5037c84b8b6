import JSONCore

/// Up to sixteen whole numbers.
struct Terms: JSONReadableFields {
    static let names = JSONFieldNames([
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
    ])

    let terms: [Int64]

    init(_ fields: JSONFields, in text: Span<UInt8>) throws(JSONFieldFault) {
        var terms: [Int64] = []
        for index in Terms.names.names.indices {
            if let term: Int64 = try Terms.optional(index, of: fields, in: text) {
                terms.append(term)
            }
        }
        self.terms = terms
    }
}
