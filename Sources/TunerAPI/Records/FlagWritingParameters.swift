package import JSONCore

/// The parameters of `flags.define`: a document of flagd's.
package struct DefineParameters: JSONRecord {
    package static let fields = JSONFieldTable<DefineParameters>([
        .required("flags", \.flags, "Definitions by key."),
        .optional("$evaluators", \.evaluators, "Rules that they share."),
        .optional("metadata", \.metadata, "What is to be told with all of them."),
        .optional("$schema", \.schema, "What an editor holds the document against; not looked at."),
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
        .required("revision", \.revision, "The state's last commit."),
        .required("changed", \.hasChanged, "Whether what is stored changed."),
    ])

    package var revision: Int64 = 0
    package var hasChanged = false

    package init() {}
}

/// The parameters of `flags.set`: a variant or a value.
package struct SetFlagParameters: JSONRecord {
    package static let fields = JSONFieldTable<SetFlagParameters>([
        .required("key", \.key, "The flag's key."),
        .optional("variant", \.variant, "The variant that it is forced to be."),
        .optional("value", \.value, "The value, of the variants' type; a variant's own value counts as that variant.")
            .bounded(.valueOf("key")),
        .optional("for", \.duration, "Seconds until it is what it was forced to be before."),
    ])

    package var key = ""
    package var variant: String?
    package var value: JSON?
    package var duration: Double?

    package init() {}
}

/// The result of methods that write one flag.
package struct FlagWriteResult: JSONRecord {
    package static let fields = JSONFieldTable<FlagWriteResult>([
        .required("key", \.key, "The flag's key."),
        .required("revision", \.revision, "The state's last commit."),
        .required("changed", \.hasChanged, "Whether what is stored changed."),
    ])

    package var key = ""
    package var revision: Int64 = 0
    package var hasChanged = false

    package init() {}
}

/// The parameters of `flags.killSwitch`.
package struct KillSwitchParameters: JSONRecord {
    package static let fields = JSONFieldTable<KillSwitchParameters>([
        .required("on", \.isOn, "Whether keys are limited, or not any more."),
        .optional("match", \.match, "Which, flags and tunables alike; all where it is not given, built-in ones too."),
        .optional("reason", \.reason, "Why, for people."),
    ])

    package var isOn = false
    package var match: PatternList?
    package var reason: String?

    package init() {}
}
