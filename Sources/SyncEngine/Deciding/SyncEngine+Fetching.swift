import JSONCore
import LayerPayloads

/// The fetches of sources.
extension SyncEngine {
    /// How soon after a fetch a person may ask for the next one.
    private static let shortestRequest = Duration.seconds(1)
    /// The number of fetches at the same time: an origin of many sources must not get all requests at once.
    private static let mostFetches = 8

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

    /// etcd has delivered the payload of a source, or it could not be read.
    package mutating func deliver(_ layer: String, _ outcome: FetchOutcome, at now: SyncMoment) -> [SyncAction] {
        guard let index = index(of: layer), sources[index].source.etcd != nil else { return [] }
        if !sources[index].isFetching { _ = fetch(index, at: now) }
        return finish(layer, outcome, at: now)
    }

    // MARK: Steps

    /// Returns how long a source must wait after a start: until the stored time, but never longer than a clock that was
    /// right could ask for.
    func rest(of state: SourceState, at now: SyncMoment) -> Duration {
        var rest = Duration.zero
        if let last = state.status.lastFetch, state.source.minInterval > .zero {
            rest = min(.milliseconds(last) + state.source.minInterval - now.wall, state.source.minInterval)
        }
        if state.status.failures > 0, let next = state.status.next {
            // If the clock was set back, the wait is as long as it was meant to be.
            let whole = state.status.lastFetch.map { Duration.milliseconds(next - $0) } ?? Backoff.longestRequest
            rest = max(rest, min(.milliseconds(next) - now.wall, whole, Backoff.longestRequest))
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
    var freeFetches: Int {
        let count = sources.count { $0.isFetching && !$0.polling.isWaiting && $0.source.etcd == nil }
        return max(SyncEngine.mostFetches - count, 0)
    }

    /// Returns the sources whose fetch is due, the one that is due longest first.
    func dueSources(at now: SyncMoment) -> [Int] {
        sources.indices.filter { sources[$0].nextFetch.map { $0 <= now.steady } ?? false }
            .sorted { (sources[$0].due, $0) < (sources[$1].due, $1) }
    }

    mutating func fetch(_ index: Int, at now: SyncMoment) -> SyncAction {
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
}
