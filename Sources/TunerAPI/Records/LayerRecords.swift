package import JSONCore

/// The parameters of methods with only a layer.
package struct LayerParameters: JSONRecord {
    package static let fields = JSONFieldTable<LayerParameters>([
        .required("name", \.name, "The name of the layer.")
    ])

    package var name = ""

    package init() {}
}

/// The content of a layer, as `layers.put` stores it; a missing member is empty.
package struct LayerContent: JSONRecord {
    package static let fields = JSONFieldTable<LayerContent>([
        .required("name", \.name, "The name of the layer."),
        .defaulted("values", \.values, "The values of the layer, by key."),
        .optional("flags", \.flags, "The definitions of the layer's flags by key, in flagd's format."),
        .optional("$evaluators", \.evaluators, "The rules that the layer's flags share."),
        .optional("metadata", \.metadata, "The metadata of all of the layer's flags."),
        .optional("schema", \.schema, "A JSON Schema that the object of values must satisfy."),
        .optional("version", \.version, "The version of the layer's source."),
        .optional("ttl", \.timeToLive, "The seconds after which the layer is stale."),
        .optional("source", \.source, "The source of the layer, for people."),
        .optional("locks", \.locks, "The patterns of the keys whose values in this layer win over all others."),
        .defaulted(
            "killSwitch",
            \.isKillSwitch,
            "Whether the layer limits its keys to their defaults; by default false."
        ),
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

    package init() {}
}

/// The parameters of `layers.put`.
@dynamicMemberLookup package struct PutLayerParameters: JSONRecord {
    package static let fields = JSONFieldTable<PutLayerParameters>(
        JSONField.members(of: \.content) + [
            .optional(
                "for",
                \.duration,
                "The seconds until the daemon restores the last layer that was put without for."
            ),
            .defaulted(
                "dryRun",
                \.isDryRun,
                "Whether to return the result without making the change; by default false."
            ),
            .optional("piece", \.piece, "The number of this message in a call of several messages, from 0 on."),
            .defaulted(
                "more",
                \.hasMore,
                "Whether more messages of the call follow; nothing is stored before the last."
            ),
        ]
    )

    package var content = LayerContent()
    package var duration: Double?
    package var isDryRun = false
    package var piece: Int64?
    package var hasMore = false

    package init() {}

    package subscript<Value>(dynamicMember member: WritableKeyPath<LayerContent, Value>) -> Value {
        get { content[keyPath: member] }
        set { content[keyPath: member] = newValue }
    }
}

/// The result of `layers.put`.
package struct PutLayerResult: StagedResult {
    package static let fields = JSONFieldTable<PutLayerResult>(
        [.required("name", \.name, "The name of the layer.")] + JSONField.members(of: \.result) + [
            .optional("staged", \.staged, "The number of pieces that the daemon holds; absent after the last one.")
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
        .required("names", \.names, "The active layers, in order of precedence.")
    ])

    package var names: [String] = []

    package init() {}
}

/// The result of `layers.list`.
package struct LayerListResult: JSONRecord {
    package static let fields = JSONFieldTable<LayerListResult>([
        .required("layers", \.layers, "The layers: first the active ones, in order of precedence.")
    ])

    package var layers: [ListedLayer] = []

    package init() {}
}

/// A layer in a list.
package struct ListedLayer: JSONRecord {
    package static let fields = JSONFieldTable<ListedLayer>([
        .required("name", \.name, "The name of the layer."),
        .required("active", \.isActive, "Whether the layer is active."),
        .optional("version", \.version, "The version of the layer's source."),
        .optional("ttl", \.timeToLive, "The seconds after which the layer is stale."),
        .optional("source", \.source, "The source of the layer, for people."),
        .required("age", \.age, "The seconds since the layer was put."),
        .required("stale", \.isStale, "Whether the layer is older than its ttl; its values still apply."),
        .optional("end", \.end, "The time at which the layer ends, in UTC; absent if it is not temporary."),
        .required("killSwitch", \.isKillSwitch, "Whether the layer limits its keys to their defaults."),
        .required("locks", \.locks, "The patterns of the keys whose values in this layer win over all others."),
        .required("values", \.values, "The number of values."),
        .required("flags", \.flags, "The number of flags."),
        .optional("rejected", \.rejected, "The refused calls of layers.put since the last one that succeeded."),
        .optional("sync", \.sync, "The source of the layer, if a connected program reports it."),
    ])

    package var name = ""
    package var isActive = false
    package var version: String?
    package var timeToLive: Int64?
    package var source: String?
    package var age: Double = 0.0
    package var isStale = false
    package var end: String?
    package var isKillSwitch = false
    package var locks: [String] = []
    package var values: Int64 = 0
    package var flags: Int64 = 0
    package var rejected: RejectionRecord?
    package var sync: SyncSourceRecord?

    package init() {}
}

/// The result of `layers.get`.
package struct LayerResult: JSONRecord {
    package static let fields = JSONFieldTable<LayerResult>([
        .required("name", \.name, "The name of the layer."),
        .required("values", \.values, "The values of the layer, by key."),
        .required("flags", \.flags, "The definitions of the layer's flags by key, each complete."),
        .optional("schema", \.schema, "The JSON Schema that the layer's values must satisfy."),
        .optional("version", \.version, "The version of the layer's source."),
        .optional("ttl", \.timeToLive, "The seconds after which the layer is stale."),
        .optional("source", \.source, "The source of the layer, for people."),
        .required("locks", \.locks, "The patterns of the keys whose values in this layer win over all others."),
        .required("killSwitch", \.isKillSwitch, "Whether the layer limits its keys to their defaults."),
        .required("active", \.isActive, "Whether the layer is active."),
        .required("age", \.age, "The seconds since the layer was put."),
        .required("stale", \.isStale, "Whether the layer is older than its ttl; its values still apply."),
        .optional("end", \.end, "The time at which the layer ends, in UTC; absent if it is not temporary."),
        .optional("rejected", \.rejected, "The refused calls of layers.put since the last one that succeeded."),
        .optional("secrets", \.secrets, "The keys of the layer whose values are hidden; absent if there are none."),
    ])

    package var secrets: [String]?
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
    package var end: String?
    package var rejected: RejectionRecord?

    package init() {}
}

/// The refusals of a layer.
package struct RejectionRecord: JSONRecord {
    package static let fields = JSONFieldTable<RejectionRecord>([
        .required("count", \.count, "The number of refusals."),
        .required("time", \.time, "The time of the last refusal, in UTC."),
        .required("error", \.error, "The error of the last refusal."),
    ])

    package var count: Int64 = 0
    package var time = ""
    package var error = ""

    package init() {}
}
