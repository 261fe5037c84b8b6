package import JSONCore

/// The parameters of methods with only a flag.
package struct FlagParameters: JSONRecord {
    package static let fields = JSONFieldTable<FlagParameters>([
        .required("key", \.key, "The key of the flag.")
    ])

    package var key = ""

    package init() {}
}

/// The parameters of `flags.list`.
package struct ListFlagsParameters: JSONRecord {
    package static let fields = JSONFieldTable<ListFlagsParameters>([
        .optional("limit", \.limit, "The maximum number of entries; by default all."),
        .optional("after", \.after, "The last key of the page before; only later keys are included."),
    ])

    package var limit: Int64?
    package var after: String?

    package init() {}
}

/// Overrides a flag with a variant or a value.
package struct OverrideRecord: JSONRecord {
    package static let fields = JSONFieldTable<OverrideRecord>([
        .optional("variant", \.variant, "The name of the variant."),
        .optional("value", \.value, "The value, if no variant has it."),
        .required("origin", \.origin, "The origin of the override: local or world."),
        .required("valid", \.isValid, "Whether the override fits the definition; if not, it has no effect."),
        .optional("end", \.end, "The time at which the override ends, in UTC."),
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
        .required("key", \.key, "The key of the flag."),
        .required("definition", \.definition, "The complete definition, in flagd's format."),
        .required("origin", \.origin, "The origin of the definition: local, layer:NAME, file, builtIn or declared."),
        .optional("override", \.override, "The override; absent if there is none."),
        .optional("limited", \.killSwitches, "The kill switches that limit the flag."),
        .optional("declaredBy", \.declaredBy, "The client that declared the flag; absent if none has."),
    ])

    package var key = ""
    package var definition = JSONObject()
    package var origin = ""
    package var override: OverrideRecord?
    package var killSwitches: [KillSwitchRecord]?
    package var declaredBy: ActorRecord?

    package init() {}
}

/// A flag in a list.
package struct ListedFlag: JSONRecord {
    package static let fields = JSONFieldTable<ListedFlag>([
        .required("key", \.key, "The key of the flag."),
        .required("type", \.type, "The type of the values: boolean, string, number or object."),
        .required("state", \.state, "ENABLED or DISABLED."),
        .required("variants", \.variants, "The names of the variants."),
        .optional("defaultVariant", \.defaultVariant, "The variant for when no rule decides."),
        .required("origin", \.origin, "The origin of the definition: local, layer:NAME, file, builtIn or declared."),
        .optional("override", \.override, "The override; absent if there is none."),
        .optional("limited", \.isLimited, "True if a kill switch limits the flag."),
        .optional("description", \.summary, "The description in the metadata of the definition."),
    ])

    package var key = ""
    package var type = ""
    package var state = ""
    package var variants: [String] = []
    package var defaultVariant: String?
    package var origin = ""
    package var override: OverrideRecord?
    package var isLimited: Bool?
    package var summary: String?

    package init() {}
}

/// The result of `flags.list`.
package struct FlagListResult: JSONRecord {
    package static let fields = JSONFieldTable<FlagListResult>([
        .required("flags", \.flags, "The flags, sorted by the bytes of their keys."),
        .required("revision", \.revision, "The revision of the state's last commit."),
        .optional("more", \.more, "True if there are more entries."),
        .optional("flagsFile", \.file, "The state of the file of flags; absent if the daemon has none."),
    ])

    package var flags: [ListedFlag] = []
    package var revision: Int64 = 0
    package var more: Bool?
    package var file: FlagsFileRecord?

    package init() {}
}

/// The status of the file that `--flags` names.
package struct FlagsFileRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<FlagsFileRecord>([
        .required("path", \.path, "The path of the file."),
        .required("ok", \.isOK, "Whether all of the file is in use."),
        .optional("error", \.error, "The first fault; absent if there is none."),
        .optional("faulty", \.faultyCount, "The number of faulty flags; absent if the whole file is not in use."),
        .optional("faults", \.faults, "The faults of those flags, at most 100."),
    ])

    package var path = ""
    package var isOK = true
    package var error: String?
    package var faultyCount: Int64?
    package var faults: [FlagFaultRecord]?

    package init() {}
}
