import JSONCore

/// A remembered commit in a snapshot.
struct PastLine: JSONRecord {
    package static let fields = JSONFieldTable<PastLine>([
        .required("commit", \.commit, "The commit."),
        .required("stored", \.stored, "What was stored before, for each local value that it edits."),
        .defaulted("forced", \.forced, "What flags were forced to be before, for each edit of that."),
        .required("changes", \.changes, "What it changed for everybody."),
    ])

    var commit: CommitLine = CommitLine()
    var stored: [StoredLine] = []
    var forced: [ForcedLine] = []
    var changes: [ChangeLine] = []

    package init() {}
}

/// What was stored before a commit; nothing where there is no value.
struct StoredLine: JSONRecord {
    package static let fields = JSONFieldTable<StoredLine>([
        .optional("value", \.value, "The value."),
        .optional("end", \.end, "When it was to end."),
        .optional("before", \.before, "What was to come back then."),
    ])

    var value: JSON?
    var end: Int64?
    var before: JSON?

    package init() {}
}

/// What became of an effective value.
struct ChangeLine: JSONRecord {
    package static let fields = JSONFieldTable<ChangeLine>([
        .required("key", \.key, "Whose."),
        .optional("value", \.value, "The new value."),
        .optional("old", \.old, "The old value."),
        .required("origin", \.origin, "Where the new value comes from."),
    ])

    var key: String = ""
    var value: JSON?
    var old: JSON?
    var origin: String = ""

    package init() {}
}
