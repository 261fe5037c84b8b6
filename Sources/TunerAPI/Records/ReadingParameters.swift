package import JSONCore

/// The parameters of methods that take a key alone.
package struct KeyParameters: JSONRecord {
    package static let fields = JSONFieldTable<KeyParameters>([
        .required("key", \.key, "The tunable's key.")
    ])

    package var key = ""

    package init() {}
}

/// The parameters of `tunables.get`.
package struct GetParameters: JSONRecord {
    package static let fields = JSONFieldTable<GetParameters>([
        .required("key", \.key, "The tunable's key."),
        .optional("default", \.fallback, "What to answer where there is no such key.").bounded(.value),
        .optional("as", \.type, "What the value must be: boolean, integer, number, string, array or object."),
    ])

    package var key = ""
    package var fallback: JSON?
    package var type: String?

    package init() {}
}

/// The parameters of methods that take a pattern alone.
package struct MatchParameters: JSONRecord {
    package static let fields = JSONFieldTable<MatchParameters>([
        .optional("match", \.match, "Only keys that a pattern matches.")
    ])

    package var match: PatternList?

    package init() {}
}

/// The parameters of `tunables.getAll`.
package struct PageParameters: JSONRecord {
    package static let fields = JSONFieldTable<PageParameters>([
        .optional("match", \.match, "Only keys that a pattern matches."),
        .optional("limit", \.limit, "At most so many."),
        .optional("after", \.after, "Only keys behind this one."),
    ])

    package var match: PatternList?
    package var limit: Int64?
    package var after: String?

    package init() {}
}

/// The parameters of `tunables.list`.
package struct ListParameters: JSONRecord {
    package static let fields = JSONFieldTable<ListParameters>([
        .optional("match", \.match, "Only keys that a pattern matches."),
        .optional("search", \.search, "Only keys that contain this, in any case."),
        .optional("limit", \.limit, "At most so many."),
        .optional("after", \.after, "Only keys behind this one."),
    ])

    package var match: PatternList?
    package var search: String?
    package var limit: Int64?
    package var after: String?

    package init() {}
}

/// The parameters of `tunables.history`.
package struct HistoryParameters: JSONRecord {
    package static let fields = JSONFieldTable<HistoryParameters>([
        .defaulted("limit", \.limit, "At most so many."),
        .optional("match", \.match, "Only keys that a pattern matches."),
        .optional("before", \.before, "Only commits before this revision."),
    ])

    package var limit: Int64 = 10
    package var match: PatternList?
    package var before: Int64?

    package init() {}
}
