import ConsoleCore
import SystemCore
import TunerAPI

/// The metrics of layers, and of the programs that fetch them.
extension MetricsWriter {
    /// Writes the state of each layer that is no preset.
    mutating func write(_ layers: [ListedLayer]) {
        let layers = layers.filter { PresetLayer(ofLayer: $0.name) == nil }
        guard !layers.isEmpty else { return }
        write(.isActive, of: layers) { $0.isActive ? 1 : 0 }
        write(.isStale, of: layers) { $0.isStale ? 1 : 0 }
        write(.isKillSwitch, of: layers) { $0.isKillSwitch ? 1 : 0 }
        write(.rejected, of: layers) { $0.rejected?.count ?? 0 }
        begin(.age)
        for layer in layers { sample(("layer", layer.name), is: layer.age) }
    }

    private mutating func write(
        _ family: MetricFamily,
        of layers: [ListedLayer],
        _ value: (ListedLayer) -> Int64
    ) {
        begin(family)
        for layer in layers { sample(("layer", layer.name), is: value(layer)) }
    }

    /// Writes the counts of the source of each layer; of several for one layer, those of the first.
    mutating func write(_ sources: [ListedSyncSource]) {
        var known: Set<String> = []
        let sources = sources.map(\.source).filter { known.insert($0.layer).inserted }
        guard !sources.isEmpty else { return }
        begin(.fetches)
        for source in sources {
            let results = [
                ("changed", source.changes), ("unchanged", source.unchanged), ("rejected", source.rejected),
                ("failed", source.failed),
            ]
            for (result, count) in results {
                sample(("layer", source.layer), ("result", result), is: max(count, 0))
            }
        }
        begin(.fetchDuration)
        for source in sources {
            // A fetch that has not ended has no duration yet.
            let count = source.fetches - (source.state == "fetching" ? 1 : 0)
            summary(("layer", source.layer), seconds: Double(max(source.fetchTime, 0)) / 1_000, count: max(count, 0))
        }
        begin(.activations)
        for source in sources { sample(("layer", source.layer), is: max(source.activations, 0)) }
        begin(.failures)
        for source in sources { sample(("layer", source.layer), is: source.failures) }
        begin(.isUsable)
        for source in sources { sample(("layer", source.layer), is: Int64(source.error == nil ? 1 : 0)) }
        write(.lastFetch, of: sources, \.lastFetch)
        write(.lastGood, of: sources, \.lastGood)
    }

    /// Writes a time of each source that has it, as Unix time.
    private mutating func write(
        _ family: MetricFamily,
        of sources: [SyncSourceRecord],
        _ time: (SyncSourceRecord) -> String?
    ) {
        begin(family)
        for source in sources {
            guard let time = time(source).flatMap({ WallTime(rfc3339: $0) }) else { continue }
            sample(("layer", source.layer), is: Double(time.milliseconds) / 1_000)
        }
    }
}

extension MetricFamily {
    fileprivate static let isActive = MetricFamily(.gauge, "tuner_layer_active", "Whether the layer is active.")
    fileprivate static let isStale = MetricFamily(
        .gauge,
        "tuner_layer_stale",
        "Whether the layer is older than its ttl."
    )
    fileprivate static let isKillSwitch = MetricFamily(
        .gauge,
        "tuner_layer_kill_switch",
        "Whether the layer limits its keys to their defaults while it is active."
    )
    fileprivate static let rejected = MetricFamily(
        .gauge,
        "tuner_layer_rejected",
        "The refused puts of the layer since the last one that succeeded."
    )
    fileprivate static let age = MetricFamily(
        .gauge,
        "tuner_layer_age_seconds",
        unit: .seconds,
        "The time since the layer was put."
    )
    fileprivate static let fetches = MetricFamily(
        .counter,
        "tuner_sync_fetches",
        "The fetches of the layer by result. A restart of tunersync does not reset them."
    )
    fileprivate static let fetchDuration = MetricFamily(
        .summary,
        "tuner_sync_fetch_duration_seconds",
        unit: .seconds,
        "The time that the fetches of the layer took."
    )
    fileprivate static let activations = MetricFamily(
        .counter,
        "tuner_sync_activations",
        "The times that tunersync has activated the layer."
    )
    fileprivate static let failures = MetricFamily(
        .gauge,
        "tuner_sync_consecutive_failures",
        "The failed fetches of the layer since the last one that succeeded."
    )
    fileprivate static let isUsable = MetricFamily(
        .gauge,
        "tuner_sync_ok",
        "Whether the last fetch of the layer succeeded with a payload that was usable."
    )
    fileprivate static let lastFetch = MetricFamily(
        .gauge,
        "tuner_sync_last_fetch_timestamp_seconds",
        unit: .seconds,
        "The Unix time of the last fetch of the layer."
    )
    fileprivate static let lastGood = MetricFamily(
        .gauge,
        "tuner_sync_last_success_timestamp_seconds",
        unit: .seconds,
        "The Unix time of the last fetch of the layer that succeeded."
    )
}
