package import JSONCore

/// A commit.
package struct CommitRecord: JSONRecord {
    package static let fields = JSONFieldTable<CommitRecord>([
        .required("revision", \.revision, "The revision of the commit."),
        .required("time", \.time, "The time of the commit, in UTC."),
        .required("actor", \.actor, "The client that made the commit."),
        .required("operation", \.operation, "The method that made the commit."),
        .required("changes", \.changes, "The changes, at most 1000."),
        .optional("flags", \.flags, "The changes of declarations, definitions and overrides of flags, at most 1000."),
        .optional(
            "names",
            \.names,
            "The other keys, layers and kill switch patterns in the commit, at most 1000; absent if there are none."
        ),
        .optional("tries", \.tries, "The tries that the commit began or ended; absent if there are none."),
        .optional("more", \.more, "True if there are more entries."),
    ])

    package var revision: Int64 = 0
    package var time = ""
    package var actor = ActorRecord()
    package var operation = ""
    package var changes: [ChangeRecord] = []
    package var flags: [FlagEditRecord]?
    package var names: [String]?
    package var tries: [CommitTryRecord]?
    package var more: Bool?

    package init() {}
}

/// The change of one flag in a commit.
package struct FlagEditRecord: JSONRecord {
    package static let fields = JSONFieldTable<FlagEditRecord>([
        .required("key", \.key, "The key of the flag."),
        .optional("defined", \.isDefined, "True if the flag was defined, false if its definition was removed."),
        .optional("declared", \.isDeclared, "True if the flag was declared, false if its declaration was removed."),
        .optional("variant", \.variant, "The variant that overrides the flag."),
        .optional("value", \.value, "The value that overrides the flag, if no variant has it."),
        .optional("reset", \.isReset, "True if the override was removed."),
        .optional("oldVariant", \.oldVariant, "The variant that overrode the flag before."),
        .optional("oldValue", \.oldValue, "The value that overrode the flag before, if no variant had it."),
    ])

    package var key = ""
    package var isDefined: Bool?
    package var isDeclared: Bool?
    package var variant: String?
    package var value: JSON?
    package var isReset: Bool?
    package var oldVariant: String?
    package var oldValue: JSON?

    package init() {}
}
