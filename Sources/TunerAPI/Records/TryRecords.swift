package import JSONCore

/// The parameters of `tunables.try`.
package struct TryParameters: JSONRecord {
    package static let fields = JSONFieldTable<TryParameters>([
        .defaulted("values", \.values, "The values to store, by key.").bounded(.values),
        .defaulted("flags", \.flags, "The flags to override."),
        .optional("layer", \.layer, "A layer to put, and to activate if it is not active."),
        .required("for", \.duration, "The seconds until the daemon reverts all changes of the try."),
        .defaulted(
            "clamp",
            \.clamps,
            "Whether to replace an invalid number by the nearest valid one; by default false."
        ),
        .defaulted("dryRun", \.isDryRun, "Whether to return the result without making the change; by default false."),
    ])

    package var values = JSONObject()
    package var flags: [TriedFlag] = []
    package var layer: LayerContent?
    package var duration: Double = 0
    package var clamps = false
    package var isDryRun = false

    package init() {}
}

/// A flag that a try overrides: with a variant or with a value.
package struct TriedFlag: JSONRecord {
    package static let fields = JSONFieldTable<TriedFlag>([
        .required("key", \.key, "The key of the flag."),
        .optional("variant", \.variant, "The variant that overrides the flag."),
        .optional("value", \.value, "The value, of the variants' type; the value of a variant counts as that variant."),
    ])

    package var key = ""
    package var variant: String?
    package var value: JSON?

    package init() {}
}

/// The result of `tunables.try`.
package struct TryResult: ChangesHolding {
    package static let fields = JSONFieldTable<TryResult>(
        [
            .required("try", \.id, "The number of the try: the revision of the commit that began it."),
            .required("end", \.end, "The time at which the daemon reverts the try, in UTC."),
        ] + JSONField.members(of: \.result) + [
            .optional("flags", \.flags, "The flags that the try overrides; absent if there are none.")
        ]
    )

    package var id: Int64 = 0
    package var end = ""
    package var result = ChangesResult()
    package var flags: [FlagEditRecord]?

    package init() {}
}

/// The parameters of `tunables.confirm`.
package struct ConfirmParameters: JSONRecord {
    package static let fields = JSONFieldTable<ConfirmParameters>([
        .required("try", \.id, "The number of the try.")
    ])

    package var id: Int64 = 0

    package init() {}
}

/// The parameters of `tunables.cancel`.
package struct CancelParameters: JSONRecord {
    package static let fields = JSONFieldTable<CancelParameters>([
        .required("try", \.id, "The number of the try."),
        .optional("reason", \.reason, "The reason, which the history shows, at most 4096 bytes."),
    ])

    package var id: Int64 = 0
    package var reason: String?

    package init() {}
}

/// The result of `tunables.confirm` and `tunables.cancel`.
package struct TryEndResult: ChangesHolding {
    package static let fields = JSONFieldTable<TryEndResult>(
        JSONField.members(of: \.result) + [
            .optional("flags", \.flags, "The flags whose overrides changed; absent if there are none."),
            .optional(
                "replaced",
                \.replaced,
                "The changes of the try that other clients have replaced; absent if there are none."
            ),
        ]
    )

    package var result = ChangesResult()
    package var flags: [FlagEditRecord]?
    package var replaced: [ReplacedChange]?

    package init() {}
}

/// A change of a try that another client has replaced.
package struct ReplacedChange: JSONRecord {
    package static let fields = JSONFieldTable<ReplacedChange>([
        .optional("key", \.key, "The tunable."),
        .optional("flag", \.flag, "The flag."),
        .optional("layer", \.layer, "The layer."),
        .optional(
            "by",
            \.actor,
            "The client that replaced the change; absent if the history no longer has its commit."
        ),
        .optional("revision", \.revision, "The revision of the commit that replaced the change."),
    ])

    package var key: String?
    package var flag: String?
    package var layer: String?
    package var actor: ActorRecord?
    package var revision: Int64?

    package init() {}
}

/// The parameters of `tunables.tries`.
package struct TriesParameters: JSONRecord {
    package static let fields = JSONFieldTable<TriesParameters>([
        .optional("try", \.id, "Only the try with this number.")
    ])

    package var id: Int64?

    package init() {}
}

/// The result of `tunables.tries`.
package struct TriesResult: JSONRecord {
    package static let fields = JSONFieldTable<TriesResult>([
        .required("tries", \.tries, "The pending tries, the oldest first.")
    ])

    package var tries: [TryRecord] = []

    package init() {}
}

/// A pending try.
package struct TryRecord: JSONRecord {
    package static let fields = JSONFieldTable<TryRecord>([
        .required("try", \.id, "The number of the try: the revision of the commit that began it."),
        .required("actor", \.actor, "The client that began the try."),
        .required("start", \.start, "The time at which the try began, in UTC."),
        .required("end", \.end, "The time at which the daemon reverts the try, in UTC."),
        .required("left", \.left, "The seconds until the end."),
        .required("keys", \.keys, "The tunables that the try changed."),
        .required("flags", \.flags, "The flags that the try overrode."),
        .optional("layer", \.layer, "The layer that the try put."),
        .optional(
            "replaced",
            \.replaced,
            "The changes that other clients have replaced; absent if there are none."
        ),
    ])

    package var id: Int64 = 0
    package var actor = ActorRecord()
    package var start = ""
    package var end = ""
    package var left: Double = 0
    package var keys: [String] = []
    package var flags: [String] = []
    package var layer: String?
    package var replaced: [ReplacedChange]?

    package init() {}
}

/// What a commit did to a try.
package struct CommitTryRecord: JSONRecord {
    package static let fields = JSONFieldTable<CommitTryRecord>([
        .required("try", \.id, "The number of the try."),
        .optional("end", \.end, "If the commit began the try: the time at which the daemon was to revert it, in UTC."),
        .optional("outcome", \.outcome, "If the commit ended the try: kept, reverted, or replaced by other changes."),
        .optional("reason", \.reason, "The reason for the end."),
    ])

    package var id: Int64 = 0
    package var end: String?
    package var outcome: String?
    package var reason: String?

    package init() {}
}
