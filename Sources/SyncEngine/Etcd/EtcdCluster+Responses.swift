import JSONCore

extension EtcdCluster {
    /// How long the stream may take to deliver a change that a check has found.
    static let streamPause = Duration.seconds(2)
    /// The time after which a content that has not changed is delivered again, so that the layer stays fresh, and after
    /// which a source without a watch is loaded again.
    static let repetition = Duration.seconds(60)

    /// A request has ended.
    package mutating func receive(_ reply: EtcdReply, of number: Int, at now: Duration) -> [EtcdAction] {
        guard let request = pending.removeValue(forKey: number) else { return [] }
        let body: [UInt8]
        do throws(EtcdFault) {
            switch reply {
            case .response(200, let bytes): body = bytes
            case .response(let status, let bytes): throw EtcdFault(status: status, body: bytes)
            case .failed(let reason): throw .endpoint(reason)
            case .credential(let reason): throw .credential(reason)
            case .tooLong(let most):
                let reason = "the response of etcd has more than \(most) bytes"
                guard let index = index(of: request.layer) else { throw .endpoint(reason) }
                return exclude(index, .unusable(reason), at: now)
            }
            guard request.purpose != .authentication else { return try authenticated(body, at: now) }
            let response = try EtcdRangeResponse(body)
            guard let index = index(of: request.layer) else { return [] }
            outage = nil
            return request.purpose == .load
                ? load(response, index, request, at: now) : check(response, index, request, at: now)
        } catch {
            return handle(error, of: request, at: now)
        }
    }

    func index(of layer: String) -> Int? { watches.firstIndex { $0.layer == layer } }

    private mutating func authenticated(_ body: [UInt8], at now: Duration) throws(EtcdFault) -> [EtcdAction] {
        token = try EtcdToken.read(body)
        return begin(at: now)
    }

    private mutating func handle(_ fault: EtcdFault, of request: Pending, at now: Duration) -> [EtcdAction] {
        guard case .denied(let reason) = fault, let index = index(of: request.layer) else {
            return fail(fault, at: now)
        }
        let name = String(decoding: watches[index].range.key, as: UTF8.self)
        return exclude(index, .failed(.network("etcd refuses to read \(name.shown): \(reason)")), at: now)
    }

    /// Leaves a source without a watch, so that it does not disturb the others, and loads it again later.
    private mutating func exclude(_ index: Int, _ outcome: FetchOutcome, at now: Duration) -> [EtcdAction] {
        let hadWatch = watches[index].number != nil
        watches[index].isExcluded = true
        watches[index].content = nil
        watches[index].number = nil
        watches[index].needsDelivery = true
        watches[index].checkDue = now + EtcdCluster.repetition
        let actions = [EtcdAction.deliver(watches[index].layer, outcome)]
        if phase == .loading { return actions + opened(at: now) }
        return hadWatch ? actions + open(at: now) : actions
    }

    /// A content was loaded.
    private mutating func load(
        _ response: EtcdRangeResponse,
        _ index: Int,
        _ request: Pending,
        at now: Duration
    ) -> [EtcdAction] {
        let content = EtcdContent(response)
        if hasGoneBack(response.header, since: request) { newest = nil }
        observe(response.header)
        var actions: [EtcdAction] = []
        if phase == .loading || watches[index].content == nil {
            if watches[index].content?.hasSameValues(as: content) != true { watches[index].needsDelivery = true }
            watches[index].content = content
            watches[index].next = response.header.revision + 1
        } else if let known = watches[index].content, known.revision <= content.revision {
            // The stream still delivers these changes, and they are not applied twice.
            watches[index].content = content
        }
        if watches[index].needsDelivery { actions.append(deliver(index, at: now)) }
        if phase == .loading { return actions + opened(at: now) }
        // A source that could not be read gets its watch.
        return watches[index].isExcluded ? actions + begin(at: now) : actions
    }

    private mutating func check(
        _ response: EtcdRangeResponse,
        _ index: Int,
        _ request: Pending,
        at now: Duration
    ) -> [EtcdAction] {
        let header = response.header
        let isCurrent = watches[index].content?.isCurrent(response, hasValue: phase == .loading) == true
        if phase == .loading {
            guard isCurrent, !hasGoneBack(header, since: request) else { return [send(.load, index)] }
            observe(header)
            watches[index].next = header.revision + 1
            return (watches[index].needsDelivery ? [deliver(index, at: now)] : []) + opened(at: now)
        }
        guard !hasGoneBack(header, since: request) else {
            // A restore from a backup: nothing that is known counts.
            return begin(at: now)
        }
        watches[index].checkDue = now + interval(of: index)
        guard !isCurrent else {
            failures = 0
            watches[index].missedAt = nil
            let isDue = watches[index].needsDelivery || now - watches[index].delivered >= EtcdCluster.repetition
            return isDue ? [deliver(index, at: now)] : []
        }
        let revision = watches[index].content?.revision ?? 0
        if let missed = watches[index].missedAt, revision <= missed {
            return fail(.endpoint("the watch has not delivered a change"), at: now)
        }
        watches[index].missedAt = revision
        watches[index].checkDue = now + EtcdCluster.streamPause
        return []
    }

    /// Whether etcd has another cluster or an older revision than when the request was sent.
    private func hasGoneBack(_ header: EtcdHeader, since request: Pending) -> Bool {
        guard let newest else { return false }
        return header.cluster != newest.cluster || header.revision < request.revision
    }

    mutating func observe(_ header: EtcdHeader) {
        if newest == nil || header.revision > newest?.revision ?? 0 { newest = header }
    }

    /// Opens the stream if nothing is left to load.
    private mutating func opened(at now: Duration) -> [EtcdAction] { pending.isEmpty ? open(at: now) : [] }
}
