import JSONCore

/// Parameters with one optional JSON value.
struct OneValue: JSONRecord {
    static let fields = JSONFieldTable<OneValue>([.optional("value", \.value, "The value.")])

    var value: JSON?
}
