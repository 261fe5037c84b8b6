import JSONCore

/// Parameters with one optional integer.
struct OneNumber: JSONRecord {
    static let fields = JSONFieldTable<OneNumber>([.optional("number", \.number, "The number.")])

    var number: Int64?
}
