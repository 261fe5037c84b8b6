package import JSONCore

/// The change of one value.
package struct ChangeRecord: JSONRecord {
    package static let fields = JSONFieldTable<ChangeRecord>([
        .required("key", \.key, "The key."),
        .optional("value", \.value, "The new value; absent if the key has none now."),
        .optional("old", \.old, "The value before; absent if there was none."),
        .optional("origin", \.origin, "The origin of the new value, such as local or default; absent without a value."),
        .optional("end", \.end, "The time at which the new value ends, in UTC; absent if it is not temporary."),
        .optional("secret", \.isSecret, "true if the key is secret; absent otherwise."),
    ])

    package var key = ""
    package var value: JSON?
    package var old: JSON?
    package var origin: String?
    package var end: String?
    package var isSecret: Bool?

    package init() {}
}
