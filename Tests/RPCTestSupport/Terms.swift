import JSONCore

/// Parameters with up to eight integers.
struct Terms: JSONRecord {
    static let fields = JSONFieldTable<Terms>([
        .optional("a", \.all.0, "A term."),
        .optional("b", \.all.1, "A term."),
        .optional("c", \.all.2, "A term."),
        .optional("d", \.all.3, "A term."),
        .optional("e", \.all.4, "A term."),
        .optional("f", \.all.5, "A term."),
        .optional("g", \.all.6, "A term."),
        .optional("h", \.all.7, "A term."),
    ])

    private var all: (Int64?, Int64?, Int64?, Int64?, Int64?, Int64?, Int64?, Int64?)

    var terms: [Int64] {
        [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7].compactMap(\.self)
    }

    init() {}
}
