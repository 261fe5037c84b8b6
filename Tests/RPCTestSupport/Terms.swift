import JSONCore

/// Parameters with up to eight integers.
struct Terms: JSONRecord {
    static let fields = JSONFieldTable<Terms>([
        .optional("a", \.places.0, "A term."),
        .optional("b", \.places.1, "A term."),
        .optional("c", \.places.2, "A term."),
        .optional("d", \.places.3, "A term."),
        .optional("e", \.places.4, "A term."),
        .optional("f", \.places.5, "A term."),
        .optional("g", \.places.6, "A term."),
        .optional("h", \.places.7, "A term."),
    ])

    private var places: (Int64?, Int64?, Int64?, Int64?, Int64?, Int64?, Int64?, Int64?)

    var terms: [Int64] {
        [places.0, places.1, places.2, places.3, places.4, places.5, places.6, places.7].compactMap(\.self)
    }

    init() {}
}
