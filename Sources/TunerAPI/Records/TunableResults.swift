package import JSONCore

/// The result of `tunables.get`.
package struct GetResult: JSONRecord {
    package static let fields = JSONFieldTable<GetResult>([
        .required("key", \.key, "The key of the tunable."),
        .required("value", \.value, "The value."),
        .required("origin", \.origin, "The origin of the value: world, local, layer:NAME, default, limited or none."),
        .required("revision", \.revision, "The revision of the last commit that changed the key; 0 if there is none."),
    ])

    package var key = ""
    package var value = JSON.null
    package var origin = ""
    package var revision: Int64 = 0

    package init() {}
}

/// The result of `tunables.getAll`.
package struct GetAllResult: JSONRecord {
    package static let fields = JSONFieldTable<GetAllResult>([
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("values", \.values, "The values, sorted by key."),
        .optional("secrets", \.secrets, "The matching keys that are secret; absent if there are none."),
        .optional("more", \.more, "True if there are more entries."),
    ])

    package var revision: Int64 = 0
    package var values = JSONMap<JSON>()
    package var secrets: [String]?
    package var more: Bool?

    package init() {}
}

/// The result of `tunables.list`.
package struct ListResult: JSONRecord {
    package static let fields = JSONFieldTable<ListResult>([
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("tunables", \.tunables, "The tunables, sorted by key."),
        .optional("more", \.more, "True if there are more entries."),
    ])

    package var revision: Int64 = 0
    package var tunables: [ListedTunable] = []
    package var more: Bool?

    package init() {}
}

/// A tunable in a list.
package struct ListedTunable: JSONRecord {
    package static let fields = JSONFieldTable<ListedTunable>([
        .required("key", \.key, "The key of the tunable."),
        .optional("value", \.value, "The value; absent if the key has none."),
        .required("origin", \.origin, "The origin of the value: world, local, layer:NAME, default, limited or none."),
        .required("revision", \.revision, "The revision of the last commit that changed the key; 0 if there is none."),
        .optional("end", \.end, "The time at which the value ends, in UTC; absent if it is not temporary."),
        .optional("spec", \.spec, "The spec; absent if the key is not declared."),
        .optional(
            "secret",
            \.isSecret,
            "true if the key is secret: then its values are hidden, unless session.hello has reveal; absent otherwise."
        ),
    ])

    package var key = ""
    package var value: JSON?
    package var origin = ""
    package var revision: Int64 = 0
    package var end: String?
    package var spec: JSONObject?
    package var isSecret: Bool?

    package init() {}
}

/// The result of `tunables.describe`.
package struct DescribeResult: JSONRecord {
    package static let fields = JSONFieldTable<DescribeResult>([
        .required("key", \.key, "The key of the tunable."),
        .optional("value", \.value, "The value; absent if the key has none."),
        .required("origin", \.origin, "The origin of the value: world, local, layer:NAME, default, limited or none."),
        .required("revision", \.revision, "The revision of the last commit that changed the key; 0 if there is none."),
        .optional("end", \.end, "The time at which the value ends, in UTC; absent if it is not temporary."),
        .optional("next", \.next, "The value after that time, as it is known now; absent if the key will have none."),
        .optional("memberOf", \.memberOf, "The tunable of which the key is a member; absent for a tunable."),
        .optional("spec", \.spec, "The spec; absent if the key is not declared."),
        .required("layers", \.candidates, "The origins that have a value for the key, in order of precedence."),
        .optional("limited", \.killSwitches, "The kill switches that limit the key."),
        .optional("nearest", \.nearest, "If the key is not declared: the most similar other key, if one is similar."),
        .optional("declaredBy", \.declaredBy, "The client that declared the key."),
        .optional(
            "declaredAt",
            \.declaredAt,
            "The time of the last declaration, in UTC; absent if the daemon does not remember it."
        ),
        .optional("readers", \.readers, "At most 32 programs that subscribe to the key; absent if there are none."),
        .optional("moreReaders", \.hasMoreReaders, "true if there are more such programs."),
        .optional(
            "secret",
            \.isSecret,
            "true if the key is secret: then its values are hidden, unless session.hello has reveal; absent otherwise."
        ),
    ])

    package var key = ""
    package var value: JSON?
    package var origin = ""
    package var revision: Int64 = 0
    package var end: String?
    package var next: JSON?
    package var memberOf: String?
    package var spec: JSONObject?
    package var candidates: [DescribedCandidate] = []
    package var killSwitches: [KillSwitchRecord]?
    package var nearest: String?
    package var declaredBy: ActorRecord?
    package var declaredAt: String?
    package var readers: [ReaderRecord]?
    package var hasMoreReaders: Bool?
    package var isSecret: Bool?

    package init() {}
}

/// A source of a value for a key.
package struct DescribedCandidate: JSONRecord {
    package static let fields = JSONFieldTable<DescribedCandidate>([
        .required("origin", \.origin, "The origin."),
        .required("value", \.value, "The value from that origin."),
        .required("valid", \.isValid, "Whether the declaration allows the value."),
        .optional("why", \.reason, "The reason why the value does not win."),
        .required("wins", \.wins, "Whether this value wins."),
    ])

    package var origin = ""
    package var value = JSON.null
    package var isValid = false
    package var reason: String?
    package var wins = false

    package init() {}
}

/// A kill switch that limits keys to their defaults.
package struct KillSwitchRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<KillSwitchRecord>([
        .required("source", \.source, "manual for flags.killSwitch, or the layer as layer:NAME."),
        .required("match", \.match, "The patterns of the limited keys."),
        .optional("reason", \.reason, "The reason, if one was given."),
    ])

    package var source = ""
    package var match: [String] = []
    package var reason: String?

    package init() {}
}

/// The result of `tunables.history`.
package struct HistoryResult: JSONRecord {
    package static let fields = JSONFieldTable<HistoryResult>([
        .required("commits", \.commits, "The commits, the newest first.")
    ])

    package var commits: [CommitRecord] = []

    package init() {}
}

/// The result of `tunables.export`.
package struct ExportResult: JSONRecord {
    package static let fields = JSONFieldTable<ExportResult>([
        .required("values", \.values, "The values that are set, by key."),
        .optional("invalid", \.invalid, "The stored values that are not valid now, by key; absent if there are none."),
        .required("specs", \.specs, "The specs, by key."),
        .optional(
            "secrets",
            \.secrets,
            "The secret keys, whose values are left out, and whose specs are left out if they have values; absent if there are none."
        ),
        .required("revision", \.revision, "The revision of the state's last commit."),
    ])

    package var values = JSONMap<JSON>()
    package var invalid: JSONMap<JSON>?
    package var specs = JSONMap<JSONObject>()
    package var secrets: [String]?
    package var revision: Int64 = 0

    package init() {}
}

/// The result of `tunables.set` and of similar methods.
package struct SetResult: JSONRecord {
    package static let fields = JSONFieldTable<SetResult>([
        .required("key", \.key, "The key of the tunable."),
        .required("value", \.value, "The stored value."),
        .optional("old", \.old, "The value that tunables.get returned before; absent if there was none."),
        .required("revision", \.revision, "The revision of the commit; if nothing changed, that of the key."),
        .required("changed", \.hasChanged, "Whether the stored state changed."),
        .optional(
            "effective",
            \.effective,
            "The value that tunables.get returns after the call; absent if it is the stored value."
        ),
        .optional("origin", \.origin, "The origin of the effective value, such as limited; absent without effective."),
        .optional("secret", \.isSecret, "true if the key is secret; absent otherwise."),
    ])

    package var key = ""
    package var value = JSON.null
    package var old: JSON?
    package var revision: Int64 = 0
    package var hasChanged = false
    package var effective: JSON?
    package var origin: String?
    package var isSecret: Bool?

    package init() {}
}

/// The result of `tunables.undo` and `tunables.redo`.
package struct UndoResult: JSONRecord {
    package static let fields = JSONFieldTable<UndoResult>([
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("changes", \.changes, "The changes, at most 1000."),
        .optional("flags", \.flags, "The changes of overrides of flags, at most 1000; absent if there are none."),
        .required("undone", \.undone, "The commits that were undone or redone."),
        .optional("more", \.more, "True if there are more entries."),
    ])

    package var revision: Int64 = 0
    package var changes: [ChangeRecord] = []
    package var flags: [FlagEditRecord]?
    package var undone: [Int64] = []
    package var more: Bool?

    package init() {}
}

/// The result of `tunables.declare`.
package struct DeclareResult: JSONRecord {
    package static let fields = JSONFieldTable<DeclareResult>([
        .optional("key", \.key, "The key; absent if the call declared several."),
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("changed", \.hasChanged, "Whether the stored state changed."),
        .optional(
            "invalid",
            \.invalid,
            "The first 8 declared keys whose stored value the declaration does not allow; absent if there are none. Each has the value of its next origin."
        ),
    ])

    package var key: String?
    package var revision: Int64 = 0
    package var hasChanged = false
    package var invalid: [InvalidValueRecord]?

    package init() {}
}

/// A stored value that the declaration of its key does not allow.
package struct InvalidValueRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<InvalidValueRecord>([
        .required("key", \.key, "The key of the tunable."),
        .required("message", \.message, "Why the value is not allowed, in one sentence."),
    ])

    package var key = ""
    package var message = ""

    package init() {}
}
