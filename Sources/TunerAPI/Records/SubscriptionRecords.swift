package import JSONCore

/// The parameters of `tunables.subscribe`.
package struct SubscribeParameters: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeParameters>([
        .optional("match", \.match, "Which keys, by pattern; all where neither this nor keys is given."),
        .optional("keys", \.keys, "Which keys, by name.").bounded(.subscribedKeys),
        .optional("since", \.since, "What the client knows already; where history tells, only the rest is answered."),
        .defaulted("initial", \.isInitial, "Whether the values are answered."),
        .optional("minInterval", \.minInterval, "Milliseconds from one notification to the next."),
    ])

    package var match: PatternList?
    package var keys: [String]?
    package var since: SinceParameters?
    package var isInitial = true
    package var minInterval: Int64?

    package init() {}
}

/// A moment of a state that a client knows.
package struct SinceParameters: JSONRecord {
    package static let fields = JSONFieldTable<SinceParameters>([
        .required("epoch", \.epoch, "Which state."),
        .required("revision", \.revision, "Through which commit it is known."),
    ])

    package var epoch = ""
    package var revision: Int64 = 0

    package static var expectation: String { "an object of epoch, a string, and revision, a whole number" }

    package init() {}
}

/// The result of `tunables.subscribe`.
package struct SubscribeResult: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeResult>([
        .required("subscription", \.subscription, "Names it in notifications."),
        .required("epoch", \.epoch, "Names the state; another one after it was lost or replaced."),
        .required("revision", \.revision, "The state's last commit; the first notification goes on from here."),
        .required("resumed", \.isResumed, "Whether only what changed since is answered."),
        .optional("values", \.values, "The values by key, as of that revision; absent where resumed or not asked for."),
        .optional("changes", \.changes, "What changed since, one change a key; absent unless resumed."),
    ])

    package var subscription = ""
    package var epoch = ""
    package var revision: Int64 = 0
    package var isResumed = false
    package var values: JSONMap<JSON>?
    package var changes: [ChangeRecord]?

    package init() {}
}

/// The parameters of `tunables.unsubscribe` and its likes.
package struct UnsubscribeParameters: JSONRecord {
    package static let fields = JSONFieldTable<UnsubscribeParameters>([
        .required("subscription", \.subscription, "Which.")
    ])

    package var subscription = ""

    package init() {}
}

/// What `tunables.changed` carries.
package struct ChangedParameters: JSONRecord {
    package static let fields = JSONFieldTable<ChangedParameters>([
        .required("subscription", \.subscription, "The subscription, as the response to subscribe named it."),
        .required("from", \.from, "The revision of the notification before, or of the response to subscribe."),
        .required("to", \.to, "The revision that this notification leads to; equal to from if only a world changed."),
        .required("time", \.time, "The time of the newest of the changes, in UTC."),
        .optional("actor", \.actor, "The client that made them; absent for several commits, or without a client."),
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
