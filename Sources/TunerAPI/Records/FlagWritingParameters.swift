package import JSONCore

/// The parameters of `flags.define`: a document in flagd's format.
package struct DefineParameters: JSONRecord {
    package static let fields = JSONFieldTable<DefineParameters>([
        .required("flags", \.flags, "The definitions, by key."),
        .optional("$evaluators", \.evaluators, "The rules that the definitions share."),
        .optional("metadata", \.metadata, "The metadata of all flags."),
        .optional("$schema", \.schema, "The schema for editors; the daemon ignores it."),
    ])

    package var flags = SourcedObject()
    package var evaluators: SourcedObject?
    package var metadata: SourcedObject?
    package var schema: JSON?

    package init() {}
}

/// The result of `flags.define`.
package struct DefineResult: JSONRecord {
    package static let fields = JSONFieldTable<DefineResult>([
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("changed", \.hasChanged, "Whether the stored state changed."),
    ])

    package var revision: Int64 = 0
    package var hasChanged = false

    package init() {}
}

/// The parameters of `flags.set`: a variant or a value.
package struct SetFlagParameters: JSONRecord {
    package static let fields = JSONFieldTable<SetFlagParameters>([
        .required("key", \.key, "The key of the flag."),
        .optional("variant", \.variant, "The variant that overrides the flag."),
        .optional("value", \.value, "The value, of the variants' type; the value of a variant counts as that variant.")
            .bounded(.valueOf("key")),
        .optional("for", \.duration, "The seconds after which the override from before is restored."),
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
    ])

    package var key = ""
    package var revision: Int64 = 0
    package var hasChanged = false

    package init() {}
}

/// The parameters of `flags.killSwitch`.
package struct KillSwitchParameters: JSONRecord {
    package static let fields = JSONFieldTable<KillSwitchParameters>([
        .required("on", \.isOn, "Whether to limit the keys, or to lift the limit."),
        .optional("match", \.match, "The patterns of flags and tunables; by default all, also the built-in ones."),
        .optional("reason", \.reason, "The reason, for people."),
    ])

    package var isOn = false
    package var match: PatternList?
    package var reason: String?

    package init() {}
}
