package import JSONCore

/// A change of the state, as clients read it.
package struct CommitRecord: JSONRecord {
    package static let fields = JSONFieldTable<CommitRecord>([
        .required("revision", \.revision, "The revision that it made."),
        .required("time", \.time, "When, in UTC."),
        .required("actor", \.actor, "Who."),
        .required("operation", \.operation, "The method."),
        .required("changes", \.changes, "What that changed, at most 1000."),
        .optional("flags", \.flags, "What it did to definitions and overrides of flags, at most 1000."),
        .optional("more", \.more, "True where there is more than is told."),
    ])

    package var revision: Int64 = 0
    package var time = ""
    package var actor = ActorRecord()
    package var operation = ""
    package var changes: [ChangeRecord] = []
    package var flags: [FlagEditRecord]?
    package var more: Bool?

    package init() {}
}

/// What a commit did to one flag.
package struct FlagEditRecord: JSONRecord {
    package static let fields = JSONFieldTable<FlagEditRecord>([
        .required("key", \.key, "The flag's key."),
        .optional("defined", \.isDefined, "True where it was defined, false where its definition was taken away."),
        .optional("variant", \.variant, "The variant that it is forced to be."),
        .optional("value", \.value, "The value that it is forced to be, where it is no variant's."),
        .optional("reset", \.isReset, "True where it is not forced any more."),
    ])

    package var key = ""
    package var isDefined: Bool?
    package var variant: String?
    package var value: JSON?
    package var isReset: Bool?

    package init() {}
}
