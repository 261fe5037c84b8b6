package import JSONCore

/// The parameters of `flags.subscribe`.
package struct SubscribeFlagsParameters: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeFlagsParameters>([
        .optional("keys", \.keys, "Which flags, whether there are such or not; all where it is not given.")
            .bounded(.subscribedKeys),
        .optional("context", \.context, "What rules may know of who is told.").bounded(.value),
    ])

    package var keys: [String]?
    package var context: JSONObject?

    package init() {}
}

/// The result of `flags.subscribe`.
package struct SubscribeFlagsResult: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeFlagsResult>([
        .required("subscription", \.subscription, "Names it in notifications."),
        .required("epoch", \.epoch, "Names the state; another one after it was lost or replaced."),
        .required("revision", \.revision, "The state's last commit; the first notification goes on from here."),
        .required("flags", \.flags, "What each comes to, as of that revision."),
    ])

    package var subscription = ""
    package var epoch = ""
    package var revision: Int64 = 0
    package var flags: [EvaluationRecord] = []

    package init() {}
}

/// What `flags.changed` carries.
package struct FlagsChangedParameters: JSONRecord {
    package static let fields = JSONFieldTable<FlagsChangedParameters>([
        .required("subscription", \.subscription, "Whose."),
        .required("from", \.from, "The revision that was told before: of the last notification, or of the answer."),
        .required(
            "to",
            \.to,
            "Through which revision everything is told; as from, where only a world or the file changed."
        ),
        .required("time", \.time, "When the last of it happened, in UTC."),
        .optional("actor", \.actor, "Who, where it is one commit."),
        .required("changes", \.changes, "One change for each flag."),
        .optional("ended", \.ended, "Why nothing more is told: unknownWorld, where the world has ended."),
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

/// What became of what a flag comes to.
package struct FlagChangeRecord: JSONRecord {
    package static let fields = JSONFieldTable<FlagChangeRecord>([
        .required("key", \.key, "Which flag."),
        .optional("value", \.value, "The new value; absent where there is none any more."),
        .optional("old", \.old, "The value that was told before; absent where there was none."),
        .optional("variant", \.variant, "The variant that has the new value."),
        .required("reason", \.reason, "Why it has this value; ERROR where it is gone."),
    ])

    package var key = ""
    package var value: JSON?
    package var old: JSON?
    package var variant: String?
    package var reason = ""

    package init() {}
}
