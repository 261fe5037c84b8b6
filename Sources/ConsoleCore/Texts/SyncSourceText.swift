import JSONCore
package import SystemCore
package import TunerAPI

/// The sources of layers for people.
package enum SyncSourceText {
    /// Returns a line for each source: its layer, its state, its version, its times and its counts.
    ///
    /// A source whose layer is in a rollout has another line about it, and so has a source whose last fetch or payload was
    /// not usable.
    package static func list(_ sources: [ListedSyncSource], at now: WallTime) -> String {
        let rows = sources.map { listed in
            let source = listed.source
            return [
                source.layer.shownWhole, source.state.shownWhole, source.version.map { "version \($0.shown)" } ?? "",
                (times(of: source, at: now) + counts(of: source) + facts(of: listed)).joined(separator: ", "),
            ]
        }
        let rollouts = sources.compactMap { rollout(of: $0.source) }
        return Table.text(rows) + (rollouts + sources.compactMap { fault(of: $0.source) }).joined()
    }

    /// Returns the line about the rollout of the layer; nil if it has none.
    private static func rollout(of source: SyncSourceRecord) -> String? {
        source.rollout.map { "\(source.layer.shownWhole) is in the rollout \($0.shownWhole)\n" }
    }

    /// Returns the line about the last fetch that failed, or its payload that was not usable; nil if there is none.
    package static func fault(of source: SyncSourceRecord) -> String? { sentence(about: source).map { "\($0)\n" } }

    /// Returns the sentence about the last fetch that failed, or its payload that was not usable; nil if there is none.
    package static func sentence(about source: SyncSourceRecord) -> String? {
        guard let error = source.error else { return nil }
        let words =
            switch (source.state, source.failures) {
            case ("storing", 0): "is not stored yet"
            case (_, 0): "has a payload that is not usable"
            default: "could not be fetched"
            }
        return "\(source.layer.shownWhole) \(words): \(error.shownWhole)"
    }

    private static func times(of source: SyncSourceRecord, at now: WallTime) -> [String] {
        var times = [
            source.lastGood.flatMap { age(of: $0, at: now) }.map { "fetched \($0.words) ago" }
                ?? "no fetch has succeeded"
        ]
        if let rest = source.next.flatMap({ age(of: $0, at: now) }), source.state == "waiting" {
            times.append(rest < .zero ? "next in \((.zero - rest).words)" : "next now")
        }
        return times
    }

    private static func facts(of listed: ListedSyncSource) -> [String] {
        var facts: [String] = []
        if let latency = listed.source.latency { facts.append("latency \(latency) ms") }
        if listed.source.activations > 0 { facts.append(CountText.of(listed.source.activations, "activation")) }
        if listed.isActive == false { facts.append("inactive") }
        if listed.isStale == true { facts.append("stale") }
        if listed.isKillSwitch == true { facts.append("kill switch") }
        return facts
    }

    private static func counts(of source: SyncSourceRecord) -> [String] {
        var counts = [fetchCount(source.fetches), CountText.of(source.changes, "change")]
        if source.rejected > 0 { counts.append("\(source.rejected) not usable") }
        if source.failed > 0 { counts.append("\(source.failed) failed") }
        return counts
    }

    private static func fetchCount(_ count: Int64) -> String { "\(count) fetch\(count == 1 ? "" : "es")" }

    /// Returns the time since a text with a time; nil if the text is no time.
    private static func age(of text: String, at now: WallTime) -> Duration? {
        WallTime(rfc3339: text).map { .milliseconds(now.milliseconds - $0.milliseconds) }
    }
}
