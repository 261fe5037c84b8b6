package import JSONCore

/// What is known about the fetches of a source, and stored across restarts.
package struct SourceStatus: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<SourceStatus>([
        .required("layer", \.layer, "The name of the layer."),
        .required("url", \.url, "The URL, or the place in etcd, that the status is of."),
        .required("fetches", \.fetches, "The number of fetches."),
        .required("changes", \.changes, "The number of fetches with content that the daemon did not have."),
        .required("unchanged", \.unchanged, "The number of fetches without new content."),
        .required("rejected", \.rejected, "The number of payloads that were not usable."),
        .required("failed", \.failed, "The number of fetches without a payload."),
        .required("failures", \.failures, "The number of failed fetches since the last one that succeeded."),
        .defaulted("activations", \.activations, "The number of times that tunersync has activated the layer."),
        .defaulted("fetchTime", \.fetchTime, "The milliseconds of all fetches together."),
        .optional("lastFetch", \.lastFetch, "The time of the last fetch, in milliseconds since 1970."),
        .optional("lastGood", \.lastGood, "The time of the last fetch that succeeded, in milliseconds since 1970."),
        .optional("next", \.next, "The time of the next fetch, in milliseconds since 1970."),
        .optional("latency", \.latency, "The milliseconds of the last fetch."),
        .optional(
            "activated",
            \.activatedEpoch,
            "The epoch of the daemon's state in which tunersync has activated the layer; absent if it has not."
        ),
        .optional("inUse", \.ruleResult, "The last result of the rule of the source; absent if there is none."),
        .optional("error", \.error, "Why the last fetch or its payload was not usable."),
    ])

    package var layer = ""
    package var url = ""
    package var fetches: Int64 = 0
    package var changes: Int64 = 0
    package var unchanged: Int64 = 0
    package var rejected: Int64 = 0
    package var failed: Int64 = 0
    package var failures: Int64 = 0
    package var activations: Int64 = 0
    package var fetchTime: Int64 = 0
    package var lastFetch: Int64?
    package var lastGood: Int64?
    package var next: Int64?
    package var latency: Int64?
    package var activatedEpoch: String?
    package var ruleResult: Bool?
    package var error: String?

    package init() {}
}
