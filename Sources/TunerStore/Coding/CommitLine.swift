import JSONCore

/// A commit as one line of the journal: what it stores, from which the rest follows.
struct CommitLine: JSONRecord {
    package static let fields = JSONFieldTable<CommitLine>([
        .required("revision", \.revision, "The revision that it made."),
        .required("time", \.time, "When, in milliseconds since 1970."),
        .required("client", \.client, "Who made it."),
        .required("pid", \.pid, "Its process."),
        .required("uid", \.uid, "Its user."),
        .required("operation", \.operation, "The method."),
        .required("edits", \.edits, "What is stored since."),
    ])

    var revision: Int64 = 0
    var time: Int64 = 0
    var client: String = ""
    var pid: Int64 = 0
    var uid: Int64 = 0
    var operation: String = ""
    var edits: [EditLine] = []

    package init() {}
}
