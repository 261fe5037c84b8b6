package import JSONCore

/// The parameters of `flags.declare`.
package struct DeclareFlagsParameters: JSONRecord {
    package static let fields = JSONFieldTable<DeclareFlagsParameters>([
        .required("flags", \.flags, "The declarations by key, each with type or variants, default and description.")
            .bounded(.values),
        .defaulted(
            "replace",
            \.replaces,
            "Whether to replace a different declaration of another client; by default false."
        ),
    ])

    package var flags = JSONObject()
    package var replaces = false

    package init() {}
}

/// The result of `flags.declare`.
package struct DeclareFlagsResult: JSONRecord {
    package static let fields = JSONFieldTable<DeclareFlagsResult>([
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("changed", \.hasChanged, "Whether the stored state changed."),
    ])

    package var revision: Int64 = 0
    package var hasChanged = false

    package init() {}
}

/// The parameters of `flags.define`: a document in flagd's format.
package struct DefineParameters: JSONRecord {
    package static let fields = JSONFieldTable<DefineParameters>([
        .required("flags", \.flags, "The definitions, by key."),
        .optional("$evaluators", \.evaluators, "The rules that the definitions share."),
        .optional("metadata", \.metadata, "The metadata of all flags."),
        .optional("$schema", \.schema, "The schema for editors; the daemon ignores it."),
        .defaulted(
            "partial",
            \.isPartial,
            "Whether to leave out faulty definitions, instead of refusing all; by default false."
        ),
        .defaulted(
            "create",
            \.isCreating,
            "Whether to refuse the call if one of the flags already has a definition; by default false."
        ),
    ])

    package var flags = SourcedObject()
    package var evaluators: SourcedObject?
    package var metadata: SourcedObject?
    package var schema: JSON?
    package var isPartial = false
    package var isCreating = false

    package init() {}
}

/// The result of `flags.define`.
package struct DefineResult: JSONRecord {
    package static let fields = JSONFieldTable<DefineResult>([
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("changed", \.hasChanged, "Whether the stored state changed."),
        .optional("faulty", \.faultyCount, "With partial, the number of flags that are left out; absent if none is."),
        .optional("faults", \.faults, "With partial, the faults of those flags, at most 100."),
    ])

    package var revision: Int64 = 0
    package var hasChanged = false
    package var faultyCount: Int64?
    package var faults: [FlagFaultRecord]?

    package init() {}
}

/// The fault of one flag in a document.
package struct FlagFaultRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<FlagFaultRecord>([
        .required("key", \.key, "The key of the flag."),
        .required("message", \.message, "The fault, for people."),
        .required("path", \.path, "The path of the fault in the document."),
        .optional("line", \.line, "The line of the fault in the text, from 1 on."),
        .optional("column", \.column, "The column of the fault in the line, from 1 on."),
    ])

    package var key = ""
    package var message = ""
    package var path = ""
    package var line: Int64?
    package var column: Int64?

    package init() {}
}

/// The parameters of `flags.set`: a variant or a value.
package struct SetFlagParameters: JSONRecord {
    package static let fields = JSONFieldTable<SetFlagParameters>([
        .required("key", \.key, "The key of the flag."),
        .optional("variant", \.variant, "The variant that overrides the flag."),
        .optional("value", \.value, "The value, of the variants' type; the value of a variant counts as that variant.")
            .bounded(.valueOf("key")),
        .optional("for", \.duration, "The seconds until the daemon restores the last override set without for."),
    ])

    package var key = ""
    package var variant: String?
    package var value: JSON?
    package var duration: Double?

    package init() {}
}

/// The result of methods that change one flag.
package struct FlagWriteResult: JSONRecord {
    package static let fields = JSONFieldTable<FlagWriteResult>([
        .required("key", \.key, "The key of the flag."),
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("changed", \.hasChanged, "Whether the stored state changed."),
        .optional("limited", \.isLimited, "True if a kill switch limits the flag to its default variant."),
    ])

    package var key = ""
    package var revision: Int64 = 0
    package var hasChanged = false
    package var isLimited: Bool?

    package init() {}
}

/// The parameters of `flags.killSwitch`.
package struct KillSwitchParameters: JSONRecord {
    package static let fields = JSONFieldTable<KillSwitchParameters>([
        .required("on", \.isOn, "Whether to limit the keys (true), or to lift the limit (false)."),
        .optional("match", \.match, "The patterns of flags and tunables; by default all, also the built-in ones."),
        .optional("reason", \.reason, "The reason, for people."),
    ])

    package var isOn = false
    package var match: PatternList?
    package var reason: String?

    package init() {}
}
