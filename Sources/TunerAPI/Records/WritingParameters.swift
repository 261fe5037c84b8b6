package import JSONCore

/// The parameters of `tunables.set`.
package struct SetParameters: JSONRecord {
    package static let fields = JSONFieldTable<SetParameters>([
        .required("key", \.key, "The tunable's key."),
        .required("value", \.value, "What to store.").bounded(.valueOf("key")),
        .optional("ifRevision", \.ifRevision, "Refuses if it changed after this revision; 0: if it exists."),
        .defaulted("clamp", \.clamps, "Whether a value that is not legal becomes the nearest that is."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
        .optional("for", \.duration, "Seconds until what was stored before comes back."),
        .defaulted("create", \.creates, "Whether a key that does not exist comes to be."),
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
        .required("values", \.values, "What to store, by key.").bounded(.values),
        .optional("ifRevision", \.ifRevision, "Refuses if it changed after this revision; 0: if it exists."),
        .defaulted("clamp", \.clamps, "Whether a value that is not legal becomes the nearest that is."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
        .optional("for", \.duration, "Seconds until what was stored before comes back."),
        .defaulted("create", \.creates, "Whether a key that does not exist comes to be."),
        .optional("piece", \.piece, "Which message this is of a call in several, from 0 on."),
        .defaulted("more", \.hasMore, "Whether further pieces follow; nothing is stored before the last."),
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
        .required("values", \.values, "All that is to be set, by key.").bounded(.values),
        .optional("ifRevision", \.ifRevision, "Refuses if it changed after this revision; 0: if it exists."),
        .defaulted("clamp", \.clamps, "Whether a value that is not legal becomes the nearest that is."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
        .optional("piece", \.piece, "Which message this is of a call in several, from 0 on."),
        .defaulted("more", \.hasMore, "Whether further pieces follow; nothing is stored before the last."),
    ])

    package var values = JSONObject()
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
        .defaulted("values", \.values, "What to store, by key.").bounded(.values),
        .defaulted("specs", \.specs, "What to declare, by key.").bounded(.values),
        .optional("ifRevision", \.ifRevision, "Refuses if it changed after this revision; 0: if it exists."),
        .defaulted("clamp", \.clamps, "Whether a value that is not legal becomes the nearest that is."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
        .optional("piece", \.piece, "Which message this is of a call in several, from 0 on."),
        .defaulted("more", \.hasMore, "Whether further pieces follow; nothing is stored before the last."),
        .defaulted("invalid", \.invalid, "What to store where it is allowed, by key; other keys are left.")
            .bounded(.values),
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
        .required("key", \.key, "The tunable's key."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
    ])

    package var key = ""
    package var isDryRun = false

    package init() {}
}

/// The parameters of `tunables.resetAll`.
package struct ResetAllParameters: JSONRecord {
    package static let fields = JSONFieldTable<ResetAllParameters>([
        .optional("match", \.match, "Only keys that a pattern matches."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
    ])

    package var match: PatternList?
    package var isDryRun = false

    package init() {}
}

/// The parameters of `tunables.toggle`.
package struct ToggleParameters: JSONRecord {
    package static let fields = JSONFieldTable<ToggleParameters>([
        .required("key", \.key, "The tunable's key."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
        .optional("for", \.duration, "Seconds until what was stored before comes back."),
    ])

    package var key = ""
    package var isDryRun = false
    package var duration: Double?

    package init() {}
}

/// The parameters of `tunables.step`.
package struct StepParameters: JSONRecord {
    package static let fields = JSONFieldTable<StepParameters>([
        .required("key", \.key, "The tunable's key."),
        .defaulted("by", \.count, "How many steps, negative ones down."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
        .optional("for", \.duration, "Seconds until what was stored before comes back."),
    ])

    package var key = ""
    package var count: Int64 = 1
    package var isDryRun = false
    package var duration: Double?

    package init() {}
}

/// The parameters of `tunables.undo` and `tunables.redo`.
package struct UndoParameters: JSONRecord {
    package static let fields = JSONFieldTable<UndoParameters>([
        .defaulted("everyone", \.everyone, "Whether anybody's change, not only the caller's own.")
    ])

    package var everyone = false

    package init() {}
}

/// The parameters of `tunables.declare`: a key and its spec, or several.
package struct DeclareParameters: JSONRecord {
    package static let fields = JSONFieldTable<DeclareParameters>([
        .optional("key", \.key, "The tunable's key."),
        .optional("spec", \.spec, "What it may be, in the words of JSON Schema.").bounded(.valueOf("key")),
        .defaulted("replace", \.replaces, "Whether a different declaration by somebody else is replaced."),
        .optional("specs", \.specs, "What several may be, by key.").bounded(.values),
    ])

    package var key: String?
    package var spec: JSONObject?
    package var replaces = false
    package var specs: JSONObject?

    package init() {}
}
