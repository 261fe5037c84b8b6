import JSONCore

/// Up to sixteen whole numbers.
struct Terms: JSONRecord {
    static let fields = JSONFieldTable<Terms>(
        names.enumerated().map { index, name in .optional(name, \.places[index], "A term.") }
    )

    private static let names: [StaticString] = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
    ]

    private var places = [Int64?](repeating: nil, count: names.count)

    var terms: [Int64] { places.compactMap(\.self) }
}
