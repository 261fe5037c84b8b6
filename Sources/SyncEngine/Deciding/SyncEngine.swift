package import JSONCore
import LayerPayloads

/// Decides when each source is fetched, and what becomes of the content; without a clock, a file or a socket.
///
/// The process around it passes what has happened, and carries out the actions in their order.
package struct SyncEngine: Sendable {
    var sources: [SourceState] = []
    var activate: [String] = []
    var generator: SplitGenerator
    private(set) var isConnected = false
    /// The epoch of the daemon's state; nil before the first connection.
    private(set) var epoch: String?
    /// The labels of the machine, which rules read.
    package private(set) var labels = JSONObject()
    /// How the machine takes part in rollouts; nil if it does not.
    private(set) var fleet: FleetSettings?
    /// What was stored about rollouts, for contents that were not fetched yet.
    var trialRecords: [TrialRecord] = []
    var lastTrial = 0
    /// The last known value of each flag, null for a flag without a value.
    var flags = JSONObject()

    /// Whether a rollout is only passed on, with the content that it belongs to.
    let isRelay: Bool

    /// Creates an engine without sources; the seed determines all jitter.
    ///
    /// The engine of a relay takes no part in rollouts, but puts contents together with them.
    package init(seed: UInt64, isRelay: Bool = false) {
        generator = SplitGenerator(state: seed)
        self.isRelay = isRelay
    }

    /// The status of each source, in the order of the configuration.
    package var statuses: [SourceStatus] { sources.map(\.status) }

    /// Of each status, the members that decide what happens after a restart, without counts and times of the past.
    package var decisions: [SourceStatus] { sources.map(\.decisions) }

    /// The last known good content of each source that has some.
    package var lastKnownGood: [KeptLayer] { sources.compactMap(\.kept) }

    /// When ``advance(at:)`` is due, by the steady clock; nil if nothing is due until something else happens.
    package var deadline: Duration? {
        let fetches = freeFetches == 0 ? [] : sources.compactMap(\.nextFetch)
        let calls = isConnected ? sources.flatMap { [$0.putDue, $0.deactivationDue] } : []
        let trials = sources.map(\.trial?.deadline)
        return (fetches + (calls + trials).compactMap(\.self)).min()
    }

    // MARK: What happens

    /// Takes a configuration, which replaces an earlier one; sources that stay keep their content and their times.
    ///
    /// `kept`, `statuses` and `trials` are what was stored.
    package mutating func configure(
        _ configuration: SyncConfiguration,
        kept: [KeptLayer] = [],
        statuses: [SourceStatus] = [],
        trials: [TrialRecord] = [],
        at now: SyncMoment
    ) -> [SyncAction] {
        let (old, oldLabels) = (sources, labels)
        (activate, labels, fleet) = (configuration.activate, configuration.labels, configuration.fleet)
        trialRecords += trials
        sources = configuration.sources.map { source in
            if var state = old.first(where: { $0.source.hasContent(of: source) }) {
                if state.source != source {
                    state.due = now.steady
                    state.isRequested = state.isRequested || state.polling.isWaiting
                }
                state.source = source
                return state
            }
            var state = SourceState(source)
            // Content of an earlier URL stays until the new one has some.
            state.kept =
                kept.first { $0.isFrom(source) } ?? old.first { $0.source.layer == source.layer }?.kept
                ?? kept.first { $0.layer == source.layer }
            if let status = statuses.first(where: { $0.layer == source.layer && $0.url == source.address }) {
                state.status = status
            }
            state.due = now.steady + rest(of: state, at: now)
            return state
        }
        forgetFlags(unless: labels == oldLabels)
        let actions =
            configureTrials(at: now) + applyRules(at: now)
            + (isConnected ? sources.indices.flatMap { putMissing($0) } : [])
        return actions + advance(at: now)
    }

    /// The daemon can be called; `layers` are the names of the layers that it has.
    package mutating func connect(epoch: String, layers: [String], at now: SyncMoment) -> [SyncAction] {
        isConnected = true
        self.epoch = epoch
        var actions: [SyncAction] = []
        for index in sources.indices {
            (sources[index].putting, sources[index].dropsPut) = (nil, false)
            sources[index].putDue = nil
            if sources[index].pending != nil || !layers.contains(sources[index].source.layer) {
                actions += put(index)
            } else {
                actions += activation(of: index)
            }
            actions += connectTrial(of: index, true, at: now)
        }
        return actions
    }

    /// The connection to the daemon is lost.
    package mutating func disconnect(at now: SyncMoment) {
        isConnected = false
        for index in sources.indices {
            _ = connectTrial(of: index, false, at: now)
            sources[index].putting = nil
            (sources[index].dropsPut, sources[index].isDeactivating) = (false, false)
        }
    }

    /// Begins the fetches that are due, and repeats the puts that are due.
    package mutating func advance(at now: SyncMoment) -> [SyncAction] {
        // Those that wait longest begin first, so that each source has its turn.
        var actions = dueSources(at: now).prefix(freeFetches).map { fetch($0, at: now) }
        for index in sources.indices {
            if isConnected, let due = sources[index].putDue, due <= now.steady {
                sources[index].putDue = nil
                actions += put(index)
            }
            actions += advanceDeactivation(of: index, at: now)
            actions += advanceTrial(of: index, at: now)
        }
        return actions
    }

    func index(of layer: String) -> Int? { sources.firstIndex { $0.source.layer == layer } }

    func report(_ level: SyncReport.Level, _ index: Int, _ text: String) -> SyncAction {
        .report(SyncReport(level: level, layer: sources[index].source.layer, text: text))
    }
}
