package import JSONCore

/// A key that a call did not change.
package struct SkippedKeyRecord: JSONRecord {
    package static let fields = JSONFieldTable<SkippedKeyRecord>([
        .required("key", \.key, "The key that kept its value."),
        .required("reason", \.reason, "The reason: locked, readOnly, invalid, undeclared or secret."),
        .optional("layer", \.layer, "The layer that locks the key."),
    ])

    package var key = ""
    package var reason = ""
    package var layer: String?

    package init() {}
}
