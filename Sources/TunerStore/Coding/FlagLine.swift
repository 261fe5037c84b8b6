import JSONCore

/// A flag in a snapshot: what is stored of it for all.
struct FlagLine: JSONRecord {
    package static let fields = JSONFieldTable<FlagLine>([
        .required("flag", \.flag, "Its key."),
        .optional("definition", \.definition, "What it was defined to be."),
        .optional("forced", \.forced, "What it is forced to be."),
    ])

    var flag: String = ""
    var definition: JSONObject?
    var forced: ForcedLine?

    package init() {}
}
