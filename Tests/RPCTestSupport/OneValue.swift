import JSONCore

/// One parameter of any kind.
struct OneValue: JSONRecord {
    static let fields = JSONFieldTable(of: OneValue.self, [.optional("value", \.value, "The value.")])

    var value: JSON?
}
