package import JSONCore

/// The parameters of methods that take a layer alone.
package struct LayerParameters: JSONRecord {
    package static let fields = JSONFieldTable<LayerParameters>([
        .required("name", \.name, "The layer's name.")
    ])

    package var name = ""

    package init() {}
}

/// The parameters of `layers.put`; what is absent is empty.
package struct PutLayerParameters: JSONRecord {
    package static let fields = JSONFieldTable<PutLayerParameters>([
        .required("name", \.name, "The layer's name."),
        .defaulted("values", \.values, "Its values by key."),
        .optional("flags", \.flags, "Its flags' definitions by key, in flagd's form."),
        .optional("$evaluators", \.evaluators, "Rules that its flags share."),
        .optional("metadata", \.metadata, "What is to be told with all of its flags."),
        .optional("schema", \.schema, "What its values must be: a JSON Schema with properties."),
        .optional("version", \.version, "Which edition of its source it is."),
        .optional("ttl", \.timeToLive, "After how many seconds it counts as stale."),
        .optional("source", \.source, "Where it comes from, for people."),
        .optional("locks", \.locks, "Keys whose values here win over everything."),
        .defaulted("killSwitch", \.isKillSwitch, "Whether the keys it names take their defaults."),
        .defaulted("dryRun", \.isDryRun, "Whether only to tell what it would do."),
        .optional("piece", \.piece, "Which message this is of a call in several, from 0 on."),
        .defaulted("more", \.hasMore, "Whether further pieces follow; nothing is stored before the last."),
    ])

    package var name = ""
    package var values = JSONObject()
    package var flags: SourcedObject?
    package var evaluators: SourcedObject?
    package var metadata: SourcedObject?
    package var schema: JSONObject?
    package var version: String?
    package var timeToLive: Int64?
    package var source: String?
    package var locks: PatternList?
    package var isKillSwitch = false
    package var isDryRun = false
    package var piece: Int64?
    package var hasMore = false

    package init() {}
}

/// The result of `layers.put`.
package struct PutLayerResult: StagedResult {
    package static let fields = JSONFieldTable<PutLayerResult>(
        [.required("name", \.name, "The layer's name.")] + JSONField.members(of: \.result) + [
            .optional("staged", \.staged, "How many pieces of the call are here, where further ones follow.")
        ]
    )

    package var name = ""
    package var result = ChangesResult()
    package var staged: Int64?

    package init() {}
}

/// The parameters of `layers.activate`.
package struct ActivateParameters: JSONRecord {
    package static let fields = JSONFieldTable<ActivateParameters>([
        .required("names", \.names, "The layers that count, the first first.")
    ])

    package var names: [String] = []

    package init() {}
}

/// The result of `layers.list`.
package struct LayerListResult: JSONRecord {
    package static let fields = JSONFieldTable<LayerListResult>([
        .required("layers", \.layers, "The active ones first, in their order.")
    ])

    package var layers: [ListedLayer] = []

    package init() {}
}

/// A layer in a list.
package struct ListedLayer: JSONRecord {
    package static let fields = JSONFieldTable<ListedLayer>([
        .required("name", \.name, "The layer's name."),
        .required("active", \.isActive, "Whether it counts."),
        .optional("version", \.version, "Which edition of its source it is."),
        .optional("ttl", \.timeToLive, "After how many seconds it counts as stale."),
        .optional("source", \.source, "Where it comes from, for people."),
        .required("age", \.age, "Seconds since it was put."),
        .required("stale", \.isStale, "Whether it is older than its ttl; it still serves."),
        .required("killSwitch", \.isKillSwitch, "Whether the keys it names take their defaults."),
        .required("locks", \.locks, "Keys whose values here win over everything."),
        .required("values", \.values, "How many values it has."),
        .required("flags", \.flags, "How many flags it has."),
        .optional("rejected", \.rejected, "What was refused since it was last put."),
    ])

    package var name = ""
    package var isActive = false
    package var version: String?
    package var timeToLive: Int64?
    package var source: String?
    package var age: Double = 0.0
    package var isStale = false
    package var isKillSwitch = false
    package var locks: [String] = []
    package var values: Int64 = 0
    package var flags: Int64 = 0
    package var rejected: RejectionRecord?

    package init() {}
}

/// The result of `layers.get`.
package struct LayerResult: JSONRecord {
    package static let fields = JSONFieldTable<LayerResult>([
        .required("name", \.name, "The layer's name."),
        .required("values", \.values, "Its values by key."),
        .required("flags", \.flags, "Its flags' definitions by key, each by itself."),
        .optional("schema", \.schema, "What its values must be."),
        .optional("version", \.version, "Which edition of its source it is."),
        .optional("ttl", \.timeToLive, "After how many seconds it counts as stale."),
        .optional("source", \.source, "Where it comes from, for people."),
        .required("locks", \.locks, "Keys whose values here win over everything."),
        .required("killSwitch", \.isKillSwitch, "Whether the keys it names take their defaults."),
        .required("active", \.isActive, "Whether it counts."),
        .required("age", \.age, "Seconds since it was put."),
        .required("stale", \.isStale, "Whether it is older than its ttl; it still serves."),
        .optional("rejected", \.rejected, "What was refused since it was last put."),
    ])

    package var name = ""
    package var values = JSONMap<JSON>()
    package var flags = JSONMap<JSONObject>()
    package var schema: JSONObject?
    package var version: String?
    package var timeToLive: Int64?
    package var source: String?
    package var locks: [String] = []
    package var isKillSwitch = false
    package var isActive = false
    package var age: Double = 0.0
    package var isStale = false
    package var rejected: RejectionRecord?

    package init() {}
}

/// Layers that were refused under a name.
package struct RejectionRecord: JSONRecord {
    package static let fields = JSONFieldTable<RejectionRecord>([
        .required("count", \.count, "How often."),
        .required("time", \.time, "When last, in UTC."),
        .required("error", \.error, "Why last."),
    ])

    package var count: Int64 = 0
    package var time = ""
    package var error = ""

    package init() {}
}
