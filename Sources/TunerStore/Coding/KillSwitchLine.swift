import JSONCore

/// Keys that the kill switch limits by hand, and the reason for it.
struct KillSwitchLine: JSONRecord {
    package static let fields = JSONFieldTable<KillSwitchLine>([
        .required("match", \.match, "The patterns."),
        .optional("reason", \.reason, "The reason."),
    ])

    var match: [String] = []
    var reason: String?

    package init() {}
}
