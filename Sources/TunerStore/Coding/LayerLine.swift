import JSONCore

/// A layer as it was put.
struct LayerLine: JSONRecord {
    package static let fields = JSONFieldTable<LayerLine>([
        .required("name", \.name, "Its name."),
        .optional("version", \.version, "Its edition."),
        .optional("ttl", \.timeToLive, "Seconds until it is stale."),
        .optional("source", \.source, "Where it comes from."),
        .defaulted("locks", \.locks, "Patterns."),
        .defaulted("killSwitch", \.isKillSwitch, "Whether it limits the keys it names."),
        .optional("schema", \.schema, "What its values had to be."),
        .defaulted("flags", \.flags, "The definitions of its flags by key."),
        .required("values", \.values, "Its values by key."),
    ])

    var name: String = ""
    var version: String?
    var timeToLive: Int64?
    var source: String?
    var locks: [String] = []
    var isKillSwitch: Bool = false
    var schema: JSONObject?
    var flags: JSONMap<JSONObject> = JSONMap<JSONObject>()
    var values: JSONMap<JSON> = JSONMap<JSON>()

    package init() {}
}
