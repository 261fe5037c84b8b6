package import JSONCore

/// The parameters of methods with only a key.
package struct KeyParameters: JSONRecord {
    package static let fields = JSONFieldTable<KeyParameters>([
        .required("key", \.key, "The key of the tunable.")
    ])

    package var key = ""

    package init() {}
}

/// The parameters of `tunables.get`.
package struct GetParameters: JSONRecord {
    package static let fields = JSONFieldTable<GetParameters>([
        .required("key", \.key, "The key of the tunable."),
        .optional(
            "default",
            \.fallback,
            "The value to return if the key has no value. With `as`, it must have that type."
        )
        .bounded(.value),
        .optional("as", \.type, "The type to return: boolean, integer, number, string, array or object."),
        .optional(
            "defaultOnMismatch",
            \.defaultsOnMismatch,
            "Return the default also if the value does not have the type `as`; by default false."
        ),
    ])

    package var key = ""
    package var fallback: JSON?
    package var type: String?
    package var defaultsOnMismatch: Bool?

    package init() {}
}

/// The parameters of methods with only a pattern.
package struct MatchParameters: JSONRecord {
    package static let fields = JSONFieldTable<MatchParameters>([
        .optional("match", \.match, "A pattern or several; only matching keys are included.")
    ])

    package var match: PatternList?

    package init() {}
}

/// The parameters of `tunables.getAll`.
package struct PageParameters: JSONRecord {
    package static let fields = JSONFieldTable<PageParameters>([
        .optional("match", \.match, "A pattern or several; only matching keys are included."),
        .optional("limit", \.limit, "The maximum number of entries; by default all."),
        .optional("after", \.after, "The last key of the page before; only later keys are included."),
    ])

    package var match: PatternList?
    package var limit: Int64?
    package var after: String?

    package init() {}
}

/// The parameters of `tunables.list`.
package struct ListParameters: JSONRecord {
    package static let fields = JSONFieldTable<ListParameters>([
        .optional("match", \.match, "A pattern or several; only matching keys are included."),
        .optional(
            "search",
            \.search,
            "A text that the key, a tag or the description contains, in upper or lower case."
        ),
        .optional("limit", \.limit, "The maximum number of entries; by default all."),
        .optional("after", \.after, "The last key of the page before; only later keys are included."),
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
        .defaulted("limit", \.limit, "The maximum number of entries; by default 10."),
        .optional(
            "match",
            \.match,
            "A pattern or several; only commits that change the value of a matching key are included, with all their changes."
        ),
        .optional("before", \.before, "A revision; only commits before it are included."),
    ])

    package var limit: Int64 = 10
    package var match: PatternList?
    package var before: Int64?

    package init() {}
}
