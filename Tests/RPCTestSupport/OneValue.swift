import JSONCore

/// One parameter of any kind.
struct OneValue: JSONRecord {
    static let fields = JSONFieldTable<OneValue>([.optional("value", \.value, "The value.")])

    var value: JSON?
}
