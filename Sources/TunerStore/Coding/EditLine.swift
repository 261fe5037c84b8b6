import JSONCore

/// One edit of a commit: exactly one of the members that name what is edited is there.
struct EditLine: JSONRecord {
    package static let fields = JSONFieldTable<EditLine>([
        .optional("set", \.set, "A key whose local value it is."),
        .optional("value", \.value, "The local value."),
        .optional("end", \.end, "When it ends, in milliseconds since 1970."),
        .optional("before", \.before, "What comes back then; absent for nothing."),
        .optional("unset", \.unset, "A key that has no local value any more."),
        .optional("declare", \.declare, "A key that was declared."),
        .optional("spec", \.spec, "What it was declared to be."),
        .optional("declaredBy", \.declaredBy, "Who declared it."),
        .optional("forget", \.forget, "A key that is not declared any more."),
        .optional("define", \.define, "A flag that was defined for all."),
        .optional("definition", \.definition, "What it was defined to be."),
        .optional("removeFlag", \.removeFlag, "A flag that is not defined for all any more."),
        .optional("force", \.force, "A flag that is forced to be something."),
        .optional("forced", \.forced, "What it is forced to be."),
        .optional("release", \.release, "A flag that is not forced any more."),
        .optional("layer", \.layer, "A layer as it was put."),
        .optional("removeLayer", \.removeLayer, "A layer that is gone."),
        .optional("activate", \.activate, "The layers that count."),
        .optional("limits", \.limits, "All that is limited by hand."),
        .optional("limit", \.limit, "What is limited by hand since."),
        .optional("lift", \.lift, "Patterns that limit no more by hand."),
        .optional("undone", \.undone, "Commits that were taken back."),
        .optional("redone", \.redone, "Commits that count again."),
    ])

    var set: String?
    var value: JSON?
    var end: Int64?
    var before: JSON?
    var unset: String?
    var declare: String?
    var spec: JSONObject?
    var declaredBy: DeclarerLine?
    var forget: String?
    var define: String?
    var definition: JSONObject?
    var removeFlag: String?
    var force: String?
    var forced: ForcedLine?
    var release: String?
    var layer: LayerLine?
    var removeLayer: String?
    var activate: [String]?
    var limits: [LimitLine]?
    var limit: LimitLine?
    var lift: [String]?
    var undone: [Int64]?
    var redone: [Int64]?

    package init() {}
}
