import JSONCore

/// The actor that declared a tunable or a flag.
struct DeclarerLine: JSONRecord {
    package static let fields = JSONFieldTable<DeclarerLine>([
        .required("client", \.client, "Who made it."),
        .required("pid", \.pid, "Its process."),
        .required("uid", \.uid, "Its user."),
        .defaulted("named", \.isNamed, "Whether the client itself said its name."),
    ])

    var client: String = ""
    var pid: Int64 = 0
    var uid: Int64 = 0
    var isNamed: Bool = false

    package init() {}
}
