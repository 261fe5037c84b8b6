/// Counts with nouns.
package enum CountText {
    /// Returns the number and the noun: "1 key", "2 keys".
    package static func of(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns the contents of a layer or a world; omits flags if there are none.
    package static func contents(values: Int64, flags: Int64) -> String {
        flags == 0 ? of(values, "value") : "\(of(values, "value")), \(of(flags, "flag"))"
    }
}
