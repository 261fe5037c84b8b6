import JSONCore

/// One parameter that is a whole number.
struct OneNumber: JSONRecord {
    static let fields = JSONFieldTable<OneNumber>([.optional("number", \.number, "The number.")])

    var number: Int64?
}
