/// How many there are of something, in words.
enum CountText {
    /// The number and the noun: "1 key", "2 keys".
    static func of(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// What a layer or a world contains; flags only where there are some.
    static func contents(values: Int64, flags: Int64) -> String {
        flags == 0 ? of(values, "value") : "\(of(values, "value")), \(of(flags, "flag"))"
    }
}
