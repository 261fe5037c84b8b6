/// Follows the sources in one cluster of etcd with one watch stream; without a clock, a file or a socket.
///
/// The process around it passes responses, pieces of the stream and times, and carries out the actions in their order.
/// The start of a watch moves only by what its own stream has delivered, or by a check before the stream is opened: a
/// revision that another request has seen could be ahead of the stream, and its changes would be lost.
package struct EtcdCluster: Sendable {
    /// What sources of one cluster have in common.
    package struct Identity: Sendable, Equatable {
        let endpoints: [String]
        let user: String?
        let password: SyncSource.FieldValue?
        let certificates: String?

        /// Creates the identity of the cluster of a source; nil if the source is not in etcd.
        package init?(_ source: SyncSource) {
            guard let etcd = source.etcd else { return nil }
            endpoints = etcd.endpoints.sorted()
            (user, password, certificates) = (etcd.user, etcd.password, source.certificates)
        }
    }

    enum Phase: Equatable {
        /// Begins again at a time, after failures.
        case waiting(until: Duration)
        case authenticating
        /// Loads contents, or checks them, before the stream is opened.
        case loading
        case watching
    }

    /// A request without a response.
    struct Pending {
        enum Purpose { case authentication, load, check }

        let purpose: Purpose
        var layer = ""
        /// The newest revision that was known when the request was sent.
        var revision: Int64 = 0
    }

    let endpoints: [String]
    let user: String?
    let password: SyncSource.FieldValue?
    let certificates: String?
    var watches: [EtcdWatch] = []
    var phase = Phase.waiting(until: .zero)
    /// The position of the endpoint in use.
    var current = 0
    var token: String?
    /// The number of failures since a check has found the stream in order.
    var failures: Int64 = 0
    /// The failure that was delivered; later ones of the same kind are delivered as this one, which is reported once.
    var outage: EtcdFault?
    /// The newest revision of a response or a message of this cluster.
    var newest: EtcdHeader?
    var pending: [Int: Pending] = [:]
    var lastNumber = 0
    var stream: EtcdStream?
    var generator: SplitGenerator

    /// Creates a cluster for sources of one identity; the seed determines all jitter.
    package init(_ sources: [SyncSource], seed: UInt64) {
        let etcd = sources.first?.etcd
        endpoints = etcd?.endpoints ?? []
        (user, password, certificates) = (etcd?.user, etcd?.password, sources.first?.certificates)
        generator = SplitGenerator(state: seed)
        watches = sources.compactMap { EtcdWatch($0) }
    }

    /// Returns whether the response to a request still counts.
    package func waits(for number: Int) -> Bool { pending[number] != nil }

    /// When ``advance(at:)`` is due; nil if nothing is due until something else happens.
    package var deadline: Duration? {
        if case .waiting(let time) = phase { return time }
        guard phase == .watching else { return nil }
        return (watches.compactMap(\.checkDue) + [stream?.createdDue].compactMap(\.self)).min()
    }

    /// Whether nothing happens before a time because of a user or password that was refused or could not be read.
    package var waitsForPassword: Bool {
        guard case .waiting = phase else { return false }
        switch outage {
        case .user, .credential: return true
        case .token, .denied, .compacted, .lease, .endpoint, nil: return false
        }
    }

    // MARK: What happens

    /// Takes the sources of a configuration, which replace earlier ones; the stream stays if its watches do.
    package mutating func configure(_ sources: [SyncSource], at now: Duration) -> [EtcdAction] {
        let old = watches
        var actions: [EtcdAction] = []
        watches = sources.compactMap { EtcdWatch($0) }.map { watch in
            guard var known = old.first(where: { $0.layer == watch.layer && $0.range == watch.range }) else {
                return watch
            }
            // Another format can make another layer of the same bytes.
            if known.source != watch.source { known.needsDelivery = true }
            known.source = watch.source
            return known
        }
        for index in watches.indices where watches[index].needsDelivery && watches[index].content != nil {
            if outage == nil { actions.append(deliver(index, at: now)) }
        }
        let isSame =
            watches.count == old.count
            && zip(watches, old).allSatisfy { $0.layer == $1.layer && $0.range == $1.range }
        return isSame ? actions : actions + begin(at: now)
    }

    /// Loads a layer now, or all if the name is nil, also before a wait is over.
    package mutating func load(_ layer: String?, at now: Duration) -> [EtcdAction] {
        let wanted = watches.indices.filter { layer == nil || watches[$0].layer == layer }
        guard !wanted.isEmpty else { return [] }
        for index in wanted { watches[index].needsDelivery = true }
        switch phase {
        case .waiting: return begin(at: now)
        case .authenticating, .loading: return []
        case .watching: return wanted.map { send(.load, $0) }
        }
    }

    /// The password may have changed, so that the wait for it ends.
    package mutating func passwordChanged(at now: Duration) -> [EtcdAction] {
        waitsForPassword ? begin(at: now) : []
    }

    /// Begins, checks or ends what is due.
    package mutating func advance(at now: Duration) -> [EtcdAction] {
        switch phase {
        case .waiting(let time): return time <= now ? begin(at: now) : []
        case .authenticating, .loading: return []
        case .watching:
            if let due = stream?.createdDue, due <= now {
                return fail(.endpoint("there was no response to a watch in time"), at: now)
            }
            var actions: [EtcdAction] = []
            for index in watches.indices {
                guard let due = watches[index].checkDue, due <= now else { continue }
                watches[index].checkDue = nil
                actions.append(send(watches[index].content == nil ? .load : .check, index))
            }
            return actions
        }
    }

    // MARK: Requests

    /// Closes the stream, and begins with the token, or with the contents.
    mutating func begin(at now: Duration) -> [EtcdAction] {
        var actions = closeStream()
        pending = [:]
        if let user, let password, token == nil {
            phase = .authenticating
            lastNumber += 1
            pending[lastNumber] = Pending(purpose: .authentication)
            let timeout = watches.map(\.source.timeout).max() ?? .seconds(2)
            let request = request(lastNumber, "auth/authenticate", [], timeout: timeout, mostBytes: 1 << 20)
            return actions + [.authenticate(request, user: user, password: password)]
        }
        phase = .loading
        for index in watches.indices {
            watches[index].isExcluded = false
            watches[index].checkDue = nil
            actions.append(send(watches[index].content == nil ? .load : .check, index))
        }
        return watches.isEmpty ? actions + open(at: now) : actions
    }

    mutating func send(_ purpose: Pending.Purpose, _ index: Int) -> EtcdAction {
        lastNumber += 1
        let watch = watches[index]
        pending[lastNumber] = Pending(purpose: purpose, layer: watch.layer, revision: newest?.revision ?? 0)
        // Before a stream, the value counts as well: after a restore from a backup, another value can have the same
        // revision and version.
        let body = purpose == .load ? watch.range.wholeRequest : watch.range.newestRequest(hasValue: phase == .loading)
        return .send(
            request(
                lastNumber,
                "kv/range",
                body,
                timeout: watch.source.timeout,
                mostBytes: watch.mostResponseBytes
            )
        )
    }

    func request(_ number: Int, _ method: String, _ body: [UInt8], timeout: Duration?, mostBytes: Int) -> EtcdRequest {
        EtcdRequest(
            number: number,
            url: "\(endpoints[current])/v3/\(method)",
            body: body,
            token: token,
            timeout: timeout,
            mostBytes: mostBytes,
            certificates: certificates
        )
    }

    // MARK: Outcomes

    /// Delivers what is known of a source.
    mutating func deliver(_ index: Int, at now: Duration) -> EtcdAction {
        watches[index].needsDelivery = false
        watches[index].delivered = now
        let watch = watches[index]
        let outcome = watch.content?.outcome(of: watch.range, atMost: watch.source.mostBytes)
        return .deliver(watch.layer, outcome ?? .failed(.network("there is no content")))
    }

    /// Ends what is in progress after a failure, and begins again: at once after the first one, else after a wait.
    mutating func fail(_ fault: EtcdFault, at now: Duration) -> [EtcdAction] {
        failures += 1
        switch fault {
        case .endpoint, .lease: current = (current + 1) % max(endpoints.count, 1)
        case .token: token = nil
        case .compacted: return begin(at: now)
        case .denied, .user, .credential: break
        }
        if failures == 1, fault.mayPassAtOnce { return begin(at: now) }
        let actions = closeStream()
        pending = [:]
        if outage?.isSameKind(as: fault) != true { outage = fault }
        let reason = outage ?? fault
        for index in watches.indices { watches[index].needsDelivery = true }
        phase = .waiting(until: now + wait(after: fault))
        return actions + watches.map { .deliver($0.layer, .failed(reason.fetchFault)) }
    }

    /// Returns the time until the next attempt.
    ///
    /// An endpoint that responds again is used soon. Each check of a wrong password costs etcd much time.
    private mutating func wait(after fault: EtcdFault) -> Duration {
        let count =
            switch fault {
            case .user, .credential: failures
            case .token, .denied, .compacted, .lease, .endpoint: min(failures - 1, EtcdCluster.mostDoublings)
            }
        return Backoff.wait(
            after: count,
            interval: watches.map(\.source.interval).min() ?? .zero,
            jitter: generator.fraction()
        )
    }

    private static let mostDoublings: Int64 = 4
}
