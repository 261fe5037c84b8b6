import JSONCore
package import TunerAPI

/// The `layers` output for people.
package enum LayerText {
    /// Returns a line for each layer: its name, its position among the active layers, its contents and its state.
    package static func list(_ layers: [ListedLayer]) -> String {
        Table.text(
            layers.enumerated().map { (index, layer) in
                [
                    layer.name.shownWhole, layer.isActive ? "active \(index + 1)" : "inactive",
                    CountText.contents(values: layer.values, flags: layer.flags),
                    facts(of: layer).joined(separator: ", "),
                ]
            }
        ) + layers.compactMap(rejection).joined() + layers.compactMap { $0.sync.flatMap(SyncSourceText.fault) }.joined()
    }

    private static func facts(of layer: ListedLayer) -> [String] {
        var facts: [String] = []
        if let version = layer.version { facts.append("version \(version.shown)") }
        facts.append("put \(Duration.seconds(layer.age).words) ago")
        if let limit = layer.timeToLive {
            facts.append(layer.isStale ? "stale" : "fresh for \(Duration.seconds(Double(limit) - layer.age).words)")
        }
        if let end = layer.end { facts.append("temporary, until \(end.shown)") }
        if layer.isKillSwitch { facts.append("kill switch") }
        if !layer.locks.isEmpty { facts.append("locks \(layer.locks.map(\.shown).joined(separator: " "))") }
        if let source = layer.source { facts.append("from \(source.shown)") }
        return facts
    }

    private static func rejection(of layer: ListedLayer) -> String? {
        guard let rejected = layer.rejected else { return nil }
        let times = rejected.count == 1 ? "once" : "\(rejected.count) times"
        return "\(layer.name.shownWhole) was refused \(times) since it was put, last at \(rejected.time.shown): "
            + "\(rejected.error.shownWhole)\n"
    }
}
