package import JSONCore

/// A key that a call left as it was, because nobody may write it.
package struct LeftKeyRecord: JSONRecord {
    package static let fields = JSONFieldTable<LeftKeyRecord>([
        .required("key", \.key, "The key that kept its value."),
        .required("reason", \.reason, "locked: a layer locks the key; readOnly: the declaration says so."),
        .optional("layer", \.layer, "The layer that locks the key."),
    ])

    /// The reason of a key that a layer locks.
    package static let locked = "locked"
    /// The reason of a key that is declared read-only.
    package static let readOnly = "readOnly"

    package var key = ""
    package var reason = LeftKeyRecord.readOnly
    package var layer: String?

    package init() {}
}
