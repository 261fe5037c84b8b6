package import JSONCore

/// The parameters of `tunables.subscribe`.
package struct SubscribeParameters: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeParameters>([
        .optional("match", \.match, "A pattern of keys or several; without match and keys, all keys."),
        .optional("keys", \.keys, "The names of the keys.").bounded(.subscribedKeys),
        .optional(
            "since",
            \.since,
            "The epoch and the revision that the client knows; the response then has only the changes since, if possible."
        ),
        .defaulted("initial", \.isInitial, "Whether the response has the values; by default true."),
        .optional(
            "minInterval",
            \.minInterval,
            "The shortest time between two notifications, in milliseconds: 0 to 86400000; by default 0."
        ),
        .optional("ack", \.reports, "true if the client calls tunables.applied; see \"Applied revisions\"."),
        .optional(
            "extends",
            \.extended,
            "A subscription to which the keys are added, instead of a new one; see \"More keys\"."
        ),
    ])

    package var match: PatternList?
    package var keys: [String]?
    package var since: SinceParameters?
    package var isInitial = true
    package var minInterval: Int64?
    package var reports: Bool?
    package var extended: String?

    package init() {}
}

/// A revision that a client has received.
package struct SinceParameters: JSONRecord {
    package static let fields = JSONFieldTable<SinceParameters>([
        .required("epoch", \.epoch, "The epoch of the state."),
        .required("revision", \.revision, "The revision that the client knows."),
    ])

    package var epoch = ""
    package var revision: Int64 = 0

    package static var expectation: String { "an object of epoch, a string, and revision, a whole number" }

    package init() {}
}

/// The result of `tunables.subscribe`.
package struct SubscribeResult: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeResult>([
        .required("subscription", \.subscription, "The name of the subscription in notifications."),
        .required("epoch", \.epoch, "The name of the state; it is new after the state was lost or replaced."),
        .required("revision", \.revision, "The revision of the response; the first notification continues from it."),
        .required("resumed", \.isResumed, "Whether the response has only the changes since the given revision."),
        .optional("values", \.values, "The values by key, at that revision; absent if resumed or if initial is false."),
        .optional("changes", \.changes, "The changes since, one for each key; absent unless resumed."),
        .optional("secrets", \.secrets, "The subscribed keys that are secret; absent if there are none."),
    ])

    package var subscription = ""
    package var epoch = ""
    package var revision: Int64 = 0
    package var isResumed = false
    package var values: JSONMap<JSON>?
    package var changes: [ChangeRecord]?
    package var secrets: [String]?

    package init() {}
}

/// The parameters of `tunables.unsubscribe` and of similar methods.
package struct UnsubscribeParameters: JSONRecord {
    package static let fields = JSONFieldTable<UnsubscribeParameters>([
        .required("subscription", \.subscription, "The subscription to end.")
    ])

    package var subscription = ""

    package init() {}
}

/// The parameters of `tunables.changed`.
package struct ChangedParameters: JSONRecord {
    package static let fields = JSONFieldTable<ChangedParameters>([
        .required("subscription", \.subscription, "The subscription, as the response to subscribe named it."),
        .required(
            "from",
            \.from,
            "The member to of the subscription's last notification, or the revision of the response to subscribe."
        ),
        .required("to", \.to, "The revision after this notification; equal to from if only a world changed."),
        .required("time", \.time, "The time of the newest of the changes, in UTC."),
        .optional(
            "actor",
            \.actor,
            "The client that made the changes; absent for several commits, in a world, or without a client."
        ),
        .required("changes", \.changes, "The changes, one for each key."),
        .optional("ended", \.ended, "unknownWorld in the last notification, after the subscriber's world has ended."),
    ])

    package var subscription = ""
    package var from: Int64 = 0
    package var to: Int64 = 0
    package var time = ""
    package var actor: ActorRecord?
    package var changes: [ChangeRecord] = []
    package var ended: String?

    package init() {}
}
