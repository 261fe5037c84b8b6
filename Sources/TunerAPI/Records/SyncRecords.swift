package import JSONCore

/// A source of a layer, as the program reports it that fetches the layer.
package struct SyncSourceRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<SyncSourceRecord>([
        .required("layer", \.layer, "The name of the layer."),
        .required("address", \.address, "Where the content is, without anything secret."),
        .required("state", \.state, "What the program does now, such as waiting, fetching or watching."),
        .optional("version", \.version, "The version of the content that the daemon has accepted."),
        .optional("rollout", \.rollout, "What the machine does in the rollout of the layer."),
        .defaulted("fetches", \.fetches, "The number of fetches."),
        .defaulted("changes", \.changes, "The number of fetches with content that the daemon did not have."),
        .defaulted("unchanged", \.unchanged, "The number of fetches without new content."),
        .defaulted("rejected", \.rejected, "The number of payloads that were not usable."),
        .defaulted("failed", \.failed, "The number of fetches without a payload."),
        .defaulted("failures", \.failures, "The number of failed fetches since the last one that succeeded."),
        .defaulted("activations", \.activations, "The number of times that the program has activated the layer."),
        .defaulted("fetchTime", \.fetchTime, "The milliseconds of all fetches together."),
        .optional("latency", \.latency, "The milliseconds of the last fetch."),
        .optional("lastFetch", \.lastFetch, "The time of the last fetch, in UTC."),
        .optional("lastGood", \.lastGood, "The time of the last fetch that succeeded, in UTC."),
        .optional("next", \.next, "The time of the next fetch, in UTC."),
        .optional(
            "error",
            \.error,
            "Why the last fetch or its payload was not usable, or why the daemon cannot store it now."
        ),
    ])

    package var layer = ""
    package var address = ""
    package var state = ""
    package var version: String?
    package var rollout: String?
    package var fetches: Int64 = 0
    package var changes: Int64 = 0
    package var unchanged: Int64 = 0
    package var rejected: Int64 = 0
    package var failed: Int64 = 0
    package var failures: Int64 = 0
    package var activations: Int64 = 0
    package var fetchTime: Int64 = 0
    package var latency: Int64?
    package var lastFetch: String?
    package var lastGood: String?
    package var next: String?
    package var error: String?

    package init() {}
}

/// The parameters of `sync.report`.
package struct SyncReportParameters: JSONRecord {
    package static let fields = JSONFieldTable<SyncReportParameters>([
        .required(
            "sources",
            \.sources,
            "All sources, which replace those of earlier calls; the daemon keeps the first 1024, and 256 bytes of each text."
        )
    ])

    package var sources: [SyncSourceRecord] = []

    package init() {}
}

/// The result of `sync.status`.
package struct SyncStatusResult: JSONRecord {
    package static let fields = JSONFieldTable<SyncStatusResult>([
        .required("sources", \.sources, "The sources, in the order in which their programs have reported them.")
    ])

    package var sources: [ListedSyncSource] = []

    package init() {}
}

/// A source of a layer, with the program that fetches it.
package struct ListedSyncSource: JSONRecord {
    package static let fields = JSONFieldTable<ListedSyncSource>(
        JSONField.members(of: \.source) + [
            .required("client", \.client, "The name of the program that fetches the layer."),
            .required("pid", \.pid, "The process ID of the program."),
            .optional(
                "active",
                \.isActive,
                "Whether the layer is active; absent if the daemon does not have the layer."
            ),
            .optional("stale", \.isStale, "Whether the layer is older than its ttl."),
            .optional("killSwitch", \.isKillSwitch, "Whether the layer limits its keys to their defaults."),
        ]
    )

    package var source = SyncSourceRecord()
    package var client = ""
    package var pid: Int64 = 0
    package var isActive: Bool?
    package var isStale: Bool?
    package var isKillSwitch: Bool?

    package init() {}
}

/// The parameters of `sync.fetch`.
package struct FetchParameters: JSONRecord {
    package static let fields = JSONFieldTable<FetchParameters>([
        .optional("layer", \.layer, "The name of the layer; without it, all layers that programs fetch.")
    ])

    package var layer: String?

    package init() {}
}

/// The parameters of `sync.reset`.
package struct LayerNameParameters: JSONRecord {
    package static let fields = JSONFieldTable<LayerNameParameters>([
        .required("layer", \.layer, "The name of the layer.")
    ])

    package var layer = ""

    package init() {}
}

/// The result of `sync.fetch` and `sync.reset`.
package struct SyncRequestResult: JSONRecord {
    package static let fields = JSONFieldTable<SyncRequestResult>([
        .required("layers", \.layers, "The names of the layers that are requested.")
    ])

    package var layers: [String] = []

    package init() {}
}

/// The result of `sync.attach`.
package struct SyncSubscribeResult: JSONRecord {
    package static let fields = JSONFieldTable<SyncSubscribeResult>([
        .required("subscription", \.subscription, "The name of the subscription in notifications.")
    ])

    package var subscription = ""

    package init() {}
}

/// The parameters of `sync.requested`.
package struct SyncRequestedParameters: JSONRecord {
    package static let fields = JSONFieldTable<SyncRequestedParameters>([
        .required("subscription", \.subscription, "The subscription, as the response to sync.attach named it."),
        .optional("fetch", \.fetch, "The names of the layers to fetch now."),
        .optional("reset", \.reset, "The names of the layers to remove and to fetch again."),
    ])

    package var subscription = ""
    package var fetch: [String]?
    package var reset: [String]?

    package init() {}
}
