package import JSONCore

/// The result of `tunables.get`.
package struct GetResult: JSONRecord {
    package static let fields = JSONFieldTable<GetResult>([
        .required("key", \.key, "The tunable's key."),
        .required("value", \.value, "The value."),
        .required("origin", \.origin, "Where it comes from."),
        .required("revision", \.revision, "The commit that last changed it; 0 for none."),
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
        .required("revision", \.revision, "The state's last commit."),
        .required("values", \.values, "The values by key, sorted."),
        .optional("more", \.more, "True where there is more than is told."),
    ])

    package var revision: Int64 = 0
    package var values = JSONMap<JSON>()
    package var more: Bool?

    package init() {}
}

/// The result of `tunables.list`.
package struct ListResult: JSONRecord {
    package static let fields = JSONFieldTable<ListResult>([
        .required("revision", \.revision, "The state's last commit."),
        .required("tunables", \.tunables, "What there is, sorted by key."),
        .optional("more", \.more, "True where there is more than is told."),
    ])

    package var revision: Int64 = 0
    package var tunables: [ListedTunable] = []
    package var more: Bool?

    package init() {}
}

/// A tunable in a list.
package struct ListedTunable: JSONRecord {
    package static let fields = JSONFieldTable<ListedTunable>([
        .required("key", \.key, "The tunable's key."),
        .optional("value", \.value, "The value; absent where it has none."),
        .required("origin", \.origin, "Where it comes from."),
        .required("revision", \.revision, "The commit that last changed it; 0 for none."),
        .optional("spec", \.spec, "What it was declared to be."),
    ])

    package var key = ""
    package var value: JSON?
    package var origin = ""
    package var revision: Int64 = 0
    package var spec: JSONObject?

    package init() {}
}

/// The result of `tunables.describe`.
package struct DescribeResult: JSONRecord {
    package static let fields = JSONFieldTable<DescribeResult>([
        .required("key", \.key, "The tunable's key."),
        .optional("value", \.value, "The value; absent where it has none."),
        .required("origin", \.origin, "Where it comes from."),
        .required("revision", \.revision, "The commit that last changed it; 0 for none."),
        .optional("spec", \.spec, "What it was declared to be."),
        .required("layers", \.places, "The places that have a value for it, the first first."),
        .optional("limited", \.limits, "Who says that it takes its default, where somebody does."),
        .optional("declaredBy", \.declaredBy, "Who declared it."),
        .optional("declaredAt", \.declaredAt, "When it was last declared, in UTC, if that is remembered."),
    ])

    package var key = ""
    package var value: JSON?
    package var origin = ""
    package var revision: Int64 = 0
    package var spec: JSONObject?
    package var places: [DescribedPlace] = []
    package var limits: [LimitRecord]?
    package var declaredBy: ActorRecord?
    package var declaredAt: String?

    package init() {}
}

/// A place that has a value for a key.
package struct DescribedPlace: JSONRecord {
    package static let fields = JSONFieldTable<DescribedPlace>([
        .required("origin", \.origin, "Which place."),
        .required("value", \.value, "Its value."),
        .required("valid", \.isValid, "Whether the declaration allows it."),
        .optional("why", \.reason, "Why it does not win."),
        .required("wins", \.wins, "Whether this is what everybody gets."),
    ])

    package var origin = ""
    package var value = JSON.null
    package var isValid = false
    package var reason: String?
    package var wins = false

    package init() {}
}

/// Who limits keys to their defaults.
package struct LimitRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<LimitRecord>([
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
        .required("commits", \.commits, "The newest first.")
    ])

    package var commits: [CommitRecord] = []

    package init() {}
}

/// The result of `tunables.export`.
package struct ExportResult: JSONRecord {
    package static let fields = JSONFieldTable<ExportResult>([
        .required("values", \.values, "What is set, by key."),
        .optional("invalid", \.invalid, "What is set and could not be set again, by key; absent where nothing is."),
        .required("specs", \.specs, "What is declared, by key."),
        .required("revision", \.revision, "The state's last commit."),
    ])

    package var values = JSONMap<JSON>()
    package var invalid: JSONMap<JSON>?
    package var specs = JSONMap<JSONObject>()
    package var revision: Int64 = 0

    package init() {}
}

/// The result of `tunables.set` and its likes.
package struct SetResult: JSONRecord {
    package static let fields = JSONFieldTable<SetResult>([
        .required("key", \.key, "The tunable's key."),
        .required("value", \.value, "What is stored."),
        .optional("old", \.old, "What get answered before; absent for nothing."),
        .required("revision", \.revision, "The commit's; the key's where nothing changed."),
        .required("changed", \.hasChanged, "Whether what is stored changed."),
    ])

    package var key = ""
    package var value = JSON.null
    package var old: JSON?
    package var revision: Int64 = 0
    package var hasChanged = false

    package init() {}
}

/// The result of `tunables.undo` and `tunables.redo`.
package struct UndoResult: JSONRecord {
    package static let fields = JSONFieldTable<UndoResult>([
        .required("revision", \.revision, "The state's last commit."),
        .required("changes", \.changes, "What that changed, at most 1000."),
        .required("undone", \.undone, "The commits that were taken back, or count again."),
        .optional("more", \.more, "True where there is more than is told."),
    ])

    package var revision: Int64 = 0
    package var changes: [ChangeRecord] = []
    package var undone: [Int64] = []
    package var more: Bool?

    package init() {}
}

/// The result of `tunables.declare`.
package struct DeclareResult: JSONRecord {
    package static let fields = JSONFieldTable<DeclareResult>([
        .optional("key", \.key, "The key, where one was named."),
        .required("revision", \.revision, "The state's last commit."),
        .required("changed", \.hasChanged, "Whether what is stored changed."),
    ])

    package var key: String?
    package var revision: Int64 = 0
    package var hasChanged = false

    package init() {}
}
