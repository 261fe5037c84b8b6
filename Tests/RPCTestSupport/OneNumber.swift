import JSONCore

/// One parameter that is a whole number.
struct OneNumber: JSONRecord {
    static let fields = JSONFieldTable(of: OneNumber.self, [.optional("number", \.number, "The number.")])

    var number: Int64?
}
