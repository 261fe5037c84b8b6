import JSONCore

/// A tunable in a snapshot: what is stored of it; its effective value follows.
struct TunableLine: JSONRecord {
    package static let fields = JSONFieldTable<TunableLine>([
        .required("key", \.key, "Its key."),
        .optional("value", \.value, "Its local value."),
        .defaulted("revision", \.revision, "The commit that last changed its effective value."),
        .optional("end", \.end, "When the local value ends, in milliseconds since 1970."),
        .optional("before", \.before, "What comes back then; absent for nothing."),
        .optional("spec", \.spec, "What it was declared to be."),
        .optional("declaredBy", \.declaredBy, "Who declared it."),
    ])

    var key: String = ""
    var value: JSON?
    var revision: Int64 = 0
    var end: Int64?
    var before: JSON?
    var spec: JSONObject?
    var declaredBy: DeclarerLine?

    package init() {}
}
