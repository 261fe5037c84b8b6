package import JSONCore

/// The parameters of `flags.subscribe`.
package struct SubscribeFlagsParameters: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeFlagsParameters>([
        .optional("keys", \.keys, "The keys of the flags, which need not exist; by default all flags.")
            .bounded(.subscribedKeys),
        .optional("context", \.context, "The context for the rules, as an object of attributes.").bounded(.value),
    ])

    package var keys: [String]?
    package var context: JSONObject?

    package init() {}
}

/// The result of `flags.subscribe`.
package struct SubscribeFlagsResult: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeFlagsResult>([
        .required("subscription", \.subscription, "The name of the subscription in notifications."),
        .required("epoch", \.epoch, "The name of the state; it is new after the state was lost or replaced."),
        .required("revision", \.revision, "The revision of the response; the first notification continues from it."),
        .required("flags", \.flags, "The evaluations, at that revision."),
    ])

    package var subscription = ""
    package var epoch = ""
    package var revision: Int64 = 0
    package var flags: [ListedEvaluation] = []

    package init() {}
}

/// The parameters of `flags.changed`.
package struct FlagsChangedParameters: JSONRecord {
    package static let fields = JSONFieldTable<FlagsChangedParameters>([
        .required("subscription", \.subscription, "The subscription, as the response to subscribe named it."),
        .required(
            "from",
            \.from,
            "The member to of the subscription's last notification, or the revision of the response to subscribe."
        ),
        .required(
            "to",
            \.to,
            "The revision after this notification; equal to from if only a world or the file changed."
        ),
        .required("time", \.time, "The time of the newest of the changes, in UTC."),
        .optional(
            "actor",
            \.actor,
            "The client that made the changes; absent for several commits, in a world, or without a client."
        ),
        .required("changes", \.changes, "The changes, one for each flag."),
        .optional("ended", \.ended, "unknownWorld in the last notification, after the subscriber's world has ended."),
    ])

    package var subscription = ""
    package var from: Int64 = 0
    package var to: Int64 = 0
    package var time = ""
    package var actor: ActorRecord?
    package var changes: [FlagChangeRecord] = []
    package var ended: String?

    package init() {}
}

/// The change of a flag's value.
package struct FlagChangeRecord: JSONRecord {
    package static let fields = JSONFieldTable<FlagChangeRecord>([
        .required("key", \.key, "The key of the flag."),
        .optional("value", \.value, "The new value; absent if the flag gives none now."),
        .optional("old", \.old, "The value that the client was sent before; absent if there was none."),
        .optional("variant", \.variant, "The variant of the new value."),
        .required("reason", \.reason, "The reason of the evaluation; ERROR if there is no such flag now."),
    ])

    package var key = ""
    package var value: JSON?
    package var old: JSON?
    package var variant: String?
    package var reason = ""

    package init() {}
}
