package import JSONCore

/// What became of one value, as clients read it.
package struct ChangeRecord: JSONRecord {
    package static let fields = JSONFieldTable<ChangeRecord>([
        .required("key", \.key, "Whose value."),
        .optional("value", \.value, "The new value; absent where there is none any more."),
        .optional("old", \.old, "The old value; absent where there was none."),
        .optional("origin", \.origin, "Where the new value comes from; absent with it."),
    ])

    package var key = ""
    package var value: JSON?
    package var old: JSON?
    package var origin: String?

    package init() {}
}
