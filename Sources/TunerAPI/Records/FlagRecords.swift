package import JSONCore

/// The parameters of methods that take a flag alone.
package struct FlagParameters: JSONRecord {
    package static let fields = JSONFieldTable<FlagParameters>([
        .required("key", \.key, "The flag's key.")
    ])

    package var key = ""

    package init() {}
}

/// The parameters of `flags.list`.
package struct ListFlagsParameters: JSONRecord {
    package static let fields = JSONFieldTable<ListFlagsParameters>([
        .optional("limit", \.limit, "At most so many."),
        .optional("after", \.after, "Only those behind this key."),
    ])

    package var limit: Int64?
    package var after: String?

    package init() {}
}

/// What a flag is forced to be.
package struct ForcedRecord: JSONRecord {
    package static let fields = JSONFieldTable<ForcedRecord>([
        .optional("variant", \.variant, "The variant."),
        .optional("value", \.value, "The value, where it is no variant's."),
        .required("origin", \.origin, "Whose doing it is: local or world."),
        .required("valid", \.isValid, "Whether it fits the definition; what does not, does not count."),
        .optional("end", \.end, "When it ends, in UTC."),
    ])

    package var variant: String?
    package var value: JSON?
    package var origin = ""
    package var isValid = true
    package var end: String?

    package init() {}
}

/// The result of `flags.get`.
package struct FlagResult: JSONRecord {
    package static let fields = JSONFieldTable<FlagResult>([
        .required("key", \.key, "The flag's key."),
        .required("definition", \.definition, "Its definition by itself, in flagd's words."),
        .required("origin", \.origin, "Where that comes from: local, layer:NAME, file or builtIn."),
        .optional("override", \.forced, "What it is forced to be."),
        .optional("limited", \.limits, "Who says that it takes its default variant."),
    ])

    package var key = ""
    package var definition = JSONObject()
    package var origin = ""
    package var forced: ForcedRecord?
    package var limits: [LimitRecord]?

    package init() {}
}

/// A flag in a list.
package struct ListedFlag: JSONRecord {
    package static let fields = JSONFieldTable<ListedFlag>([
        .required("key", \.key, "The flag's key."),
        .required("type", \.type, "What its values are: boolean, string, number or object."),
        .required("state", \.state, "ENABLED or DISABLED."),
        .required("variants", \.variants, "The variants' names."),
        .optional("defaultVariant", \.defaultVariant, "The one that holds where no rule decides."),
        .required("origin", \.origin, "Where the definition comes from: local, layer:NAME, file or builtIn."),
        .optional("override", \.forced, "What it is forced to be."),
        .optional("limited", \.isLimited, "True where a kill switch says that it takes its default variant."),
    ])

    package var key = ""
    package var type = ""
    package var state = ""
    package var variants: [String] = []
    package var defaultVariant: String?
    package var origin = ""
    package var forced: ForcedRecord?
    package var isLimited: Bool?

    package init() {}
}

/// The result of `flags.list`.
package struct FlagListResult: JSONRecord {
    package static let fields = JSONFieldTable<FlagListResult>([
        .required("flags", \.flags, "The flags, by the keys' bytes."),
        .required("revision", \.revision, "The state's last commit."),
        .optional("more", \.more, "True where there is another page."),
        .optional("flagsFile", \.file, "How the file of flags fares that the daemon was started with."),
    ])

    package var flags: [ListedFlag] = []
    package var revision: Int64 = 0
    package var more: Bool?
    package var file: FlagsFileRecord?

    package init() {}
}

/// How the file of flags fares that the daemon was started with.
package struct FlagsFileRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<FlagsFileRecord>([
        .required("path", \.path, "The path of the file."),
        .required("ok", \.isOK, "Whether the file is in use; if not, its last good content is."),
        .optional("error", \.error, "The error; absent if there is none."),
    ])

    package var path = ""
    package var isOK = true
    package var error: String?

    package init() {}
}
