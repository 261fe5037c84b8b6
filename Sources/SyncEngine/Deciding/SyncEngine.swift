package import JSONCore
import LayerPayloads

/// Decides when each source is fetched, and what becomes of the content; without a clock, a file or a socket.
///
/// The process around it passes what has happened, and carries out the actions in their order.
package struct SyncEngine: Sendable {
    /// How soon after a fetch a person may ask for the next one.
    private static let shortestRequest = Duration.seconds(1)
    /// The number of fetches at the same time: an origin of many sources must not get all requests at once.
    private static let mostFetches = 8
    /// When content is put again that the daemon could not store.
    private static let putPause = Duration.seconds(2)

    var sources: [SourceState] = []
    private var activate: [String] = []
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
    private let isRelay: Bool

    /// Creates an engine without sources; the seed determines all jitter.
    ///
    /// The engine of a relay takes no part in rollouts, but puts contents together with them.
    package init(seed: UInt64, isRelay: Bool = false) {
        generator = SplitGenerator(state: seed)
        self.isRelay = isRelay
    }

    /// The status of each source, in the order of the configuration.
    package var statuses: [SourceStatus] { sources.map(\.status) }

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
        let actions = applyRules(at: now) + (isConnected ? sources.indices.flatMap { putMissing($0) } : [])
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

    /// Fetches a layer now, or all if the name is nil; returns whether there is such a layer.
    ///
    /// Neither the interval nor a wait counts, but a second must pass between two fetches.
    package mutating func fetchNow(_ layer: String?, at now: SyncMoment) -> Bool {
        var isFound = false
        for index in sources.indices where layer == nil || sources[index].source.layer == layer {
            isFound = true
            request(index, at: now)
        }
        return isFound
    }

    /// A fetch has ended; `hasWaited` says that the origin waits for a change if a fetch asks for that.
    package mutating func finish(
        _ layer: String,
        _ outcome: FetchOutcome,
        hasWaited: Bool = false,
        at now: SyncMoment
    ) -> [SyncAction] {
        guard let index = index(of: layer), sources[index].isFetching else { return [] }
        sources[index].isFetching = false
        if !sources[index].polling.isWaiting {
            let latency = (now.steady - sources[index].began).wholeMilliseconds
            sources[index].status.latency = latency
            sources[index].status.fetchTime += latency
        }
        // Somebody has asked for another fetch during this one.
        defer { if sources[index].isRequested { sources[index].due = earliestFetch(index, at: now) } }
        switch outcome {
        case .failed(let fault): return fail(index, fault, at: now)
        case .notModified
        where sources[index].polling.isWaiting && sources[index].polling.sent != sources[index].validators:
            // The daemon has refused that content during the fetch.
            succeed(index, at: now)
            return [.remember]
        case .notModified:
            sources[index].status.error = nil
            sources[index].status.unchanged += 1
            succeed(index, sources[index].validators, hasWaited: hasWaited, isNew: false, at: now)
            return put(index) + [.remember]
        case .unusable(let reason):
            succeed(index, at: now)
            return reject(index, reason)
        case .content(let bytes, let validators):
            return receive(index, bytes, validators, hasWaited: hasWaited, at: now)
        }
    }

    /// etcd has delivered the payload of a source, or it could not be read.
    package mutating func deliver(_ layer: String, _ outcome: FetchOutcome, at now: SyncMoment) -> [SyncAction] {
        guard let index = index(of: layer), sources[index].source.etcd != nil else { return [] }
        if !sources[index].isFetching { _ = fetch(index, at: now) }
        return finish(layer, outcome, at: now)
    }

    /// A fetch of a source has ended, unless the layer has another source now.
    package mutating func finish(
        _ source: SyncSource,
        _ outcome: FetchOutcome,
        hasWaited: Bool = false,
        at now: SyncMoment
    ) -> [SyncAction] {
        guard let index = index(of: source.layer), sources[index].source.hasContent(of: source) else { return [] }
        return finish(source.layer, outcome, hasWaited: hasWaited, at: now)
    }

    /// The daemon has responded to a put.
    package mutating func finishPut(_ layer: String, _ outcome: PutOutcome, at now: SyncMoment) -> [SyncAction] {
        guard let index = index(of: layer), let put = sources[index].putting.take() else { return [] }
        if sources[index].dropsPut {
            sources[index].dropsPut = false
            return self.put(index)
        }
        // Newer content can have arrived since the put began.
        let isNewest = sources[index].pending.map { $0 == put } ?? true
        let next = isNewest ? [] : self.put(index)
        switch outcome {
        case .accepted(let changed):
            var actions: [SyncAction] = []
            sources[index].postponement = nil
            if put != sources[index].kept { actions.append(.keep(put)) }
            // The daemon had the content already, and tunersync did not know that.
            if !changed, put.payload != sources[index].kept?.payload { sources[index].status.unchanged += 1 }
            sources[index].kept = put
            if isNewest, sources[index].pending.take() != nil { sources[index].status.error = nil }
            if changed {
                sources[index].status.changes += 1
                actions.append(report(.info, index, "has new content\(versionText(of: index))"))
            }
            return actions + activation(of: index) + [.remember] + next + finishRestoring(index, at: now)
        case .refused(let reason):
            // The content that the daemon has accepted before stays.
            if isNewest { sources[index].pending = nil }
            return reject(index, reason) + next
        case .postponed(let reason):
            guard isNewest else { return next }
            sources[index].putDue = now.steady + SyncEngine.putPause
            // A fault that lasts is reported once.
            let isFirst = sources[index].postponement != reason
            sources[index].postponement = reason
            return isFirst ? [report(.warning, index, "is not stored yet: \(reason)")] : []
        }
    }

    /// The daemon has activated a layer, or has refused to.
    package mutating func finishActivation(_ layer: String, _ fault: String?) -> [SyncAction] {
        guard let index = index(of: layer) else { return [] }
        guard let fault else {
            sources[index].status.activations += 1
            return [report(.info, index, "is active"), .remember]
        }
        sources[index].status.activatedEpoch = nil
        return [report(.warning, index, "could not be activated: \(fault)")]
    }

    /// Returns the active layers with one more, at its place among those that the configuration names.
    ///
    /// Layers that a person has activated keep their places.
    package func order(of active: [String], adding layer: String) -> [String] {
        guard !active.contains(layer), let place = activate.firstIndex(of: layer) else { return active }
        var active = active
        if let next = active.firstIndex(where: { activate[place...].dropFirst().contains($0) }) {
            active.insert(layer, at: next)
        } else {
            active.append(layer)
        }
        return active
    }

    // MARK: One source

    func index(of layer: String) -> Int? { sources.firstIndex { $0.source.layer == layer } }

    /// Returns how long a source must wait after a start: until the stored time, but never longer than a clock that was
    /// right could ask for.
    func rest(of state: SourceState, at now: SyncMoment) -> Duration {
        var rest = Duration.zero
        if let last = state.status.lastFetch, state.source.minInterval > .zero {
            rest = min(.milliseconds(last) + state.source.minInterval - now.wall, state.source.minInterval)
        }
        if state.status.failures > 0, let next = state.status.next {
            rest = max(rest, min(.milliseconds(next) - now.wall, Backoff.longestRequest))
        }
        return max(rest, .zero)
    }

    /// Fetches a source soon: if a fetch is running, after it.
    mutating func request(_ index: Int, at now: SyncMoment) {
        sources[index].isRequested = true
        sources[index].due = earliestFetch(index, at: now)
    }

    /// Returns the earliest time of a fetch that a person requests.
    private func earliestFetch(_ index: Int, at now: SyncMoment) -> Duration {
        max(now.steady, sources[index].began + SyncEngine.shortestRequest)
    }

    /// How many more fetches may begin; requests to etcd have another limit, and fetches that wait have none.
    private var freeFetches: Int {
        let count = sources.count { $0.isFetching && !$0.polling.isWaiting && $0.source.etcd == nil }
        return max(SyncEngine.mostFetches - count, 0)
    }

    /// Returns the sources whose fetch is due, the one that is due longest first.
    private func dueSources(at now: SyncMoment) -> [Int] {
        sources.indices.filter { sources[$0].nextFetch.map { $0 <= now.steady } ?? false }
            .sorted { (sources[$0].due, $0) < (sources[$1].due, $1) }
    }

    private mutating func fetch(_ index: Int, at now: SyncMoment) -> SyncAction {
        var source = sources[index].source
        let validators = sources[index].validators
        sources[index].polling.begin(validators, canWait: source.wait != nil && !sources[index].isRequested)
        if !sources[index].polling.isWaiting { source.wait = nil }
        sources[index].isRequested = false
        sources[index].isFetching = true
        sources[index].began = now.steady
        sources[index].status.fetches += 1
        sources[index].status.lastFetch = now.wall.wholeMilliseconds
        return .fetch(source, validators)
    }

    private mutating func wait(_ index: Int, _ time: Duration, at now: SyncMoment) {
        guard sources[index].source.etcd == nil else { return }
        let least = sources[index].began + sources[index].source.minInterval - now.steady
        let time = max(time, least)
        sources[index].due = now.steady + time
        sources[index].status.next = (now.wall + time).wholeMilliseconds
    }

    /// Notes a response; with the validators of a usable content, the next fetch may wait for a change.
    private mutating func succeed(
        _ index: Int,
        _ validators: Validators = Validators(),
        hasWaited: Bool = false,
        isNew: Bool = true,
        at now: SyncMoment
    ) {
        sources[index].status.failures = 0
        sources[index].status.lastGood = now.wall.wholeMilliseconds
        var time = Backoff.wait(interval: sources[index].source.interval, jitter: generator.fraction())
        let canWait = sources[index].source.wait != nil && validators.entityTag != nil
        if let least = sources[index].polling.succeed(canWait: canWait, hasWaited: hasWaited, isNew: isNew) {
            time = max(sources[index].began + least - now.steady, .zero)
        }
        wait(index, time, at: now)
    }

    private mutating func fail(_ index: Int, _ fault: FetchFault, at now: SyncMoment) -> [SyncAction] {
        let isFirst = sources[index].status.error != fault.description
        sources[index].polling.fail()
        sources[index].status.failed += 1
        sources[index].status.failures += 1
        sources[index].status.error = fault.description
        var time = Backoff.wait(
            after: sources[index].status.failures,
            interval: sources[index].source.interval,
            jitter: generator.fraction()
        )
        if case .status(_, let wanted?) = fault { time = max(time, min(wanted, Backoff.longestRequest)) }
        wait(index, time, at: now)
        // A fault that lasts is reported once.
        return (isFirst ? [report(.warning, index, "could not be fetched: \(fault)")] : []) + [.remember]
    }

    private mutating func receive(
        _ index: Int,
        _ bytes: [UInt8],
        _ validators: Validators,
        hasWaited: Bool,
        at now: SyncMoment
    ) -> [SyncAction] {
        var payload: LayerPayload
        do throws(LayerPayload.Fault) {
            payload = try LayerPayload(bytes.span, as: sources[index].source.format)
        } catch {
            succeed(index, at: now)
            return reject(index, error.description)
        }
        succeed(index, validators, hasWaited: hasWaited, at: now)
        if payload.members["ttl"] == nil, let ttl = sources[index].source.ttl { payload.members["ttl"] = .integer(ttl) }
        let rollout = isRelay ? nil : payload.members["rollout"]
        if !isRelay { payload.members["rollout"] = nil }
        let kept = KeptLayer(sources[index].source, payload, validators)
        if let rollout { return take(rollout, of: kept, index, at: now) }
        let ending = dropTrial(of: index, at: now)
        if kept.payload == sources[index].kept?.payload { sources[index].status.unchanged += 1 }
        sources[index].pending = kept
        return ending + put(index) + [.remember]
    }

    mutating func reject(_ index: Int, _ reason: String) -> [SyncAction] {
        let isFirst = sources[index].status.error != reason
        sources[index].polling.reject()
        sources[index].status.rejected += 1
        sources[index].status.error = reason
        let rest = sources[index].kept == nil ? "" : "; the last known good content stays"
        return (isFirst ? [report(.warning, index, "has a payload that is not usable: \(reason)\(rest)")] : []) + [
            .remember
        ]
    }

    /// Puts the content of a source, if there is any and the daemon can be called.
    mutating func put(_ index: Int) -> [SyncAction] {
        // A put would end the trial of another content.
        guard isConnected, sources[index].trial?.isInDaemon != true, sources[index].putting == nil,
            let kept = sources[index].content
        else {
            return []
        }
        sources[index].putting = kept
        return [.put(sources[index].source, kept.payload)]
    }

    private mutating func putMissing(_ index: Int) -> [SyncAction] {
        sources[index].pending == nil ? activation(of: index) : put(index)
    }

    mutating func activation(of index: Int) -> [SyncAction] {
        guard sources[index].isInUse else { return deactivation(of: index) }
        let layer = sources[index].source.layer
        guard activate.contains(layer) else {
            // A layer that is named again later is activated again.
            sources[index].status.activatedEpoch = nil
            return []
        }
        guard sources[index].kept != nil || sources[index].trial?.isInDaemon == true,
            sources[index].status.activatedEpoch != epoch
        else { return [] }
        sources[index].status.activatedEpoch = epoch
        return [.activate(layer)]
    }

    func report(_ level: SyncReport.Level, _ index: Int, _ text: String) -> SyncAction {
        .report(SyncReport(level: level, layer: sources[index].source.layer, text: text))
    }

    private func versionText(of index: Int) -> String {
        guard case .string(let version)? = sources[index].kept?.payload.members["version"] else { return "" }
        return ", version \(version.shown)"
    }
}
