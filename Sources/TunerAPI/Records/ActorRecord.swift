package import JSONCore

/// The author of a change.
package struct ActorRecord: JSONRecord {
    package static let fields = JSONFieldTable<ActorRecord>([
        .required("client", \.client, "The name from session.hello, or the name of the process."),
        .required("pid", \.pid, "The process ID."),
        .required("uid", \.uid, "The user ID."),
    ])

    package var client = ""
    package var pid: Int64 = 0
    package var uid: Int64 = 0

    package init() {}
}
