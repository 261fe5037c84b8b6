package import JSONCore

/// What a change of many keys answers.
package struct ChangesResult: JSONRecord {
    package static let fields = JSONFieldTable<ChangesResult>([
        .required("revision", \.revision, "The state's last commit."),
        .required("changed", \.hasChanged, "Whether what is stored changed."),
        .required("changes", \.changes, "What that changed, at most 1000."),
        .optional("left", \.left, "Locked keys that kept their values, at most 1000; absent where none did."),
        .optional("more", \.more, "True where there is more than is told."),
        .optional("staged", \.staged, "How many pieces of the call are here, where further ones follow."),
    ])

    package var revision: Int64 = 0
    package var hasChanged = false
    package var changes: [ChangeRecord] = []
    package var left: [LeftKeyRecord]?
    package var more: Bool?
    package var staged: Int64?

    package init() {}
}
