package import JSONCore

/// The result of a change of many keys.
package struct ChangesResult: JSONRecord {
    package static let fields = JSONFieldTable<ChangesResult>([
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("changed", \.hasChanged, "Whether the stored state changed."),
        .required("changes", \.changes, "The changes, at most 1000."),
        .optional("more", \.more, "True if there are more entries."),
    ])

    package var revision: Int64 = 0
    package var hasChanged = false
    package var changes: [ChangeRecord] = []
    package var more: Bool?

    package init() {}
}
