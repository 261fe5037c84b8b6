package import JSONCore

/// The result of a change of many keys.
package struct ChangesResult: JSONRecord {
    package static let fields = JSONFieldTable<ChangesResult>([
        .required("revision", \.revision, "The state's last commit."),
        .required("changed", \.hasChanged, "Whether what is stored changed."),
        .required("changes", \.changes, "What that changed, at most 1000."),
        .optional("more", \.more, "True where there is more than is told."),
    ])

    package var revision: Int64 = 0
    package var hasChanged = false
    package var changes: [ChangeRecord] = []
    package var more: Bool?

    package init() {}
}
