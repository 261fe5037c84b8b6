import JSONCore

/// What is limited by hand.
struct LimitLine: JSONRecord {
    package static let fields = JSONFieldTable<LimitLine>([
        .required("match", \.match, "Patterns."),
        .optional("reason", \.reason, "Why."),
    ])

    var match: [String] = []
    var reason: String?

    package init() {}
}
