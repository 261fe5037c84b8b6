package import JSONCore

/// Who made a change, as clients read it.
package struct ActorRecord: JSONRecord {
    package static let fields = JSONFieldTable<ActorRecord>([
        .required("client", \.client, "What it called itself, else its process's name."),
        .required("pid", \.pid, "Its process."),
        .required("uid", \.uid, "Its user."),
    ])

    package var client = ""
    package var pid: Int64 = 0
    package var uid: Int64 = 0

    package init() {}
}
