package import JSONCore

/// The parameters of `tunables.set`.
package struct SetParameters: JSONRecord {
    package static let fields = JSONFieldTable<SetParameters>([
        .required("key", \.key, "The key of the tunable."),
        .required("value", \.value, "The value to store.").bounded(.valueOf("key")),
        .optional(
            "ifRevision",
            \.ifRevision,
            "The revision after which a change of a named key is a conflict; 0 if the key must not exist."
        ),
        .defaulted(
            "clamp",
            \.clamps,
            "Whether to replace an invalid number by the nearest valid one; by default false."
        ),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
        .optional("for", \.duration, "The seconds until the daemon restores the last value set without for."),
        .defaulted("create", \.creates, "Whether to create a key that does not exist; by default true."),
    ])

    package var key = ""
    package var value = JSON.null
    package var ifRevision: Int64?
    package var clamps = false
    package var isDryRun = false
    package var duration: Double?
    package var creates = true

    package init() {}
}

/// The parameters of `tunables.update`.
package struct UpdateParameters: JSONRecord {
    package static let fields = JSONFieldTable<UpdateParameters>([
        .required("values", \.values, "The values to store, by key.").bounded(.values),
        .optional(
            "ifRevision",
            \.ifRevision,
            "The revision after which a change of a named key is a conflict; 0 if the key must not exist."
        ),
        .defaulted(
            "clamp",
            \.clamps,
            "Whether to replace an invalid number by the nearest valid one; by default false."
        ),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
        .optional("for", \.duration, "The seconds until the daemon restores the last value set without for."),
        .defaulted("create", \.creates, "Whether to create a key that does not exist; by default true."),
        .optional("piece", \.piece, "The number of this message in a call of several messages, from 0 on."),
        .defaulted("more", \.hasMore, "Whether more messages of the call follow; nothing is stored before the last."),
    ])

    package var values = JSONObject()
    package var ifRevision: Int64?
    package var clamps = false
    package var isDryRun = false
    package var duration: Double?
    package var creates = true
    package var piece: Int64?
    package var hasMore = false

    package init() {}
}

/// The parameters of `tunables.setAll`.
package struct SetAllParameters: JSONRecord {
    package static let fields = JSONFieldTable<SetAllParameters>([
        .required("values", \.values, "All values that are to be set, by key.").bounded(.values),
        .defaulted(
            "keepEqual",
            \.keepsEqual,
            "Whether a key that has the given value now, perhaps by a kill switch, keeps what is stored; by default false."
        ),
        .defaulted(
            "storeAll",
            \.storesAll,
            "Whether to store also a value that is in effect without being stored, as a default; by default false."
        ),
        .optional("match", \.match, "A pattern or several; only matching keys are reset. By default, all others are."),
        .optional(
            "ifRevision",
            \.ifRevision,
            "The revision after which a change of a named or a reset key is a conflict; 0 if the key must not exist."
        ),
        .defaulted(
            "clamp",
            \.clamps,
            "Whether to replace an invalid number by the nearest valid one; by default false."
        ),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
        .optional("piece", \.piece, "The number of this message in a call of several messages, from 0 on."),
        .defaulted("more", \.hasMore, "Whether more messages of the call follow; nothing is stored before the last."),
    ])

    package var values = JSONObject()
    package var keepsEqual = false
    package var storesAll = false
    package var match: PatternList?
    package var ifRevision: Int64?
    package var clamps = false
    package var isDryRun = false
    package var piece: Int64?
    package var hasMore = false

    package init() {}
}

/// The parameters of `tunables.import`.
package struct ImportParameters: JSONRecord {
    package static let fields = JSONFieldTable<ImportParameters>([
        .defaulted("values", \.values, "The values to store, by key.").bounded(.values),
        .defaulted("specs", \.specs, "The specs to declare, by key.").bounded(.values),
        .optional(
            "ifRevision",
            \.ifRevision,
            "The revision after which a change of a named key is a conflict; 0 if the key must not exist."
        ),
        .defaulted(
            "clamp",
            \.clamps,
            "Whether to replace an invalid number by the nearest valid one; by default false."
        ),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
        .optional("piece", \.piece, "The number of this message in a call of several messages, from 0 on."),
        .defaulted("more", \.hasMore, "Whether more messages of the call follow; nothing is stored before the last."),
        .defaulted(
            "invalid",
            \.invalid,
            "The values to store if they are valid, by key; a key with an invalid value keeps its stored value."
        ).bounded(.values),
    ])

    package var values = JSONObject()
    package var specs = JSONObject()
    package var ifRevision: Int64?
    package var clamps = false
    package var isDryRun = false
    package var piece: Int64?
    package var hasMore = false
    package var invalid = JSONObject()

    package init() {}
}

/// The parameters of `tunables.reset`.
package struct ResetParameters: JSONRecord {
    package static let fields = JSONFieldTable<ResetParameters>([
        .required("key", \.key, "The key of the tunable."),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
        .optional("ifRevision", \.ifRevision, "The revision after which a change of the key is a conflict."),
    ])

    package var key = ""
    package var isDryRun = false
    package var ifRevision: Int64?

    package init() {}
}

/// The parameters of `tunables.resetAll`.
package struct ResetAllParameters: JSONRecord {
    package static let fields = JSONFieldTable<ResetAllParameters>([
        .optional("match", \.match, "A pattern or several; only matching keys are included."),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
    ])

    package var match: PatternList?
    package var isDryRun = false

    package init() {}
}

/// The parameters of `tunables.toggle`.
package struct ToggleParameters: JSONRecord {
    package static let fields = JSONFieldTable<ToggleParameters>([
        .required("key", \.key, "The key of the tunable."),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
        .optional("for", \.duration, "The seconds until the daemon restores the last value set without for."),
    ])

    package var key = ""
    package var isDryRun = false
    package var duration: Double?

    package init() {}
}

/// The parameters of `tunables.step`.
package struct StepParameters: JSONRecord {
    package static let fields = JSONFieldTable<StepParameters>([
        .required("key", \.key, "The key of the tunable."),
        .defaulted("by", \.count, "The number of steps, by default 1; a negative number steps down."),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
        .optional("for", \.duration, "The seconds until the daemon restores the last value set without for."),
    ])

    package var key = ""
    package var count: Int64 = 1
    package var isDryRun = false
    package var duration: Double?

    package init() {}
}

/// The parameters of `tunables.undo`.
package struct UndoParameters: JSONRecord {
    package static let fields = JSONFieldTable<UndoParameters>([
        .defaulted(
            "everyone",
            \.everyone,
            "Whether to include the changes of other users and clients; by default false."
        ),
        .defaulted("skip", \.skips, "Whether to skip changes that cannot be undone; by default false."),
    ])

    package var everyone = false
    package var skips = false

    package init() {}
}

/// The parameters of `tunables.redo`.
package struct RedoParameters: JSONRecord {
    package static let fields = JSONFieldTable<RedoParameters>([
        .defaulted(
            "everyone",
            \.everyone,
            "Whether to include the changes of other users and clients; by default false."
        )
    ])

    package var everyone = false

    package init() {}
}

/// The parameters of `tunables.declare`: a key and its spec, or several.
package struct DeclareParameters: JSONRecord {
    package static let fields = JSONFieldTable<DeclareParameters>([
        .optional("key", \.key, "The key of the tunable."),
        .optional("spec", \.spec, "The spec, with keywords of JSON Schema.").bounded(.valueOf("key")),
        .defaulted(
            "replace",
            \.replaces,
            "Whether to replace a different declaration of another client; by default false."
        ),
        .optional("specs", \.specs, "The specs of several keys, by key.").bounded(.values),
    ])

    package var key: String?
    package var spec: JSONObject?
    package var replaces = false
    package var specs: JSONObject?

    package init() {}
}
