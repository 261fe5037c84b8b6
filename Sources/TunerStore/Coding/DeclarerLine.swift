import JSONCore

/// The actor that declared a tunable or a flag.
struct DeclarerLine: JSONRecord {
    package static let fields = JSONFieldTable<DeclarerLine>([
        .required("client", \.client, "The name of the client."),
        .required("pid", \.pid, "The process ID of the client."),
        .required("uid", \.uid, "The user ID of the client."),
        .defaulted("named", \.isNamed, "Whether the client sent its name."),
    ])

    var client: String = ""
    var pid: Int64 = 0
    var uid: Int64 = 0
    var isNamed: Bool = false

    package init() {}
}
