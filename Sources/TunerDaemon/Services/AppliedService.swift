import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods about applied revisions: `tunables.applied` and `tunables.subscribers`.
///
/// A subscription stores the last report of its client. The report ends with the subscription, or when the connection moves
/// to another world.
struct AppliedService {
    let states: StateVersions
    let lookup: SubscriberLookup
    let reports: AppliedReports
    let quota: SubscriptionQuota

    /// The largest number of subscriptions in one response.
    private static let maxSubscribers = 256
    /// The largest number of keys in a request.
    private static let maxKeys = 1_024

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Tunables.applied) { [self] (parameters, caller) throws(RPCError) in
            try note(parameters, caller)
            return true
        }
        methods.add(API.Tunables.subscribers) { [self] (parameters, caller) throws(RPCError) in
            try subscribers(parameters, caller)
        }
    }

    // MARK: Reporting

    private func note(_ parameters: AppliedParameters, _ caller: Caller) throws(RPCError) {
        let revision = try checked(parameters.revision, caller)
        let unread = parameters.unread ?? []
        let refused = (parameters.refused ?? []).map { RefusedValueRecord(key: $0.key, reason: $0.reason.shortened) }
        try check("unread", unread)
        try check("refused", refused.map(\.key))
        for subscription in try subscriptions(named: parameters.subscription, of: caller) {
            let applied = min(revision, subscription.sentRevision)
            let report = AppliedReport(
                revision: applied,
                time: states.now,
                delay: unread.isEmpty ? delay(of: applied, for: subscription) : nil,
                unread: unread,
                refused: refused
            )
            try subscription.store(report, quota)
        }
        reports.noteChange()
    }

    /// Returns the delay of the first report that a revision is applied; nil if the daemon does not know it.
    private func delay(of revision: Int64, for subscription: TunableSubscription) -> Duration? {
        // The client received an older revision in the response to its request, and not in a notification.
        if revision > subscription.measured.revision {
            subscription.measured = (revision, reports.takeDelay(of: revision))
        }
        return revision == subscription.measured.revision ? subscription.measured.delay : nil
    }

    /// Returns the subscriptions that a report is about.
    private func subscriptions(named name: String?, of caller: Caller) throws(RPCError) -> [TunableSubscription] {
        let all = caller.session.allSubscriptions.compactMap { $0 as? TunableSubscription }.filter(\.reports)
        guard let name else {
            guard !all.isEmpty else { throw RPCError(ErrorKind.invalidParams, AppliedService.noSubscription) }
            return all
        }
        let named = all.filter { $0.id == name }
        guard !named.isEmpty else {
            let sentence = "the connection has no subscription \(name.shown) with \"ack\": true"
            throw RPCError(parameter: "subscription", sentence)
        }
        return named
    }

    private static let noSubscription =
        #"the connection has no subscription with "ack": true; call tunables.subscribe with it first"#

    private func checked(_ revision: Int64, _ caller: Caller) throws(RPCError) -> Int64 {
        let newest = states.state(for: caller).revision
        guard (0...newest).contains(revision) else {
            throw RPCError(
                parameter: "revision",
                "revision must be from 0 to \(newest), the last revision, got \(revision)"
            )
        }
        return revision
    }

    private func check(_ parameter: StaticString, _ keys: [String]) throws(RPCError) {
        guard keys.count <= AppliedParameters.maxKeys else {
            throw RPCError(
                parameter: parameter,
                "\(parameter) may have at most \(AppliedParameters.maxKeys) keys, got \(keys.count)"
            )
        }
        for key in keys { _ = try Key(parameter: parameter, key) }
    }

    // MARK: Listing

    private func subscribers(
        _ parameters: SubscribersParameters,
        _ caller: Caller
    ) throws(RPCError) -> SubscribersResult {
        let view = try states.view(for: caller)
        let revision = try checked(parameters.revision ?? view.state.revision, caller)
        let query = SubscriberQuery(try keys(parameters), through: revision, in: view)
        let filter = SecretFilter(view.state, for: caller)
        let start = try parameters.after.map { (text) throws(RPCError) in try SubscriptionPlace(parameter: text) }
        var places: [SubscriptionPlace] = []
        for subscription in lookup.subscriptions(query, seenBy: caller) {
            let place = SubscriptionPlace(subscription)
            if start.map({ $0 < place }) ?? true { places.append(place) }
        }
        places.sort()
        let page = places.prefix(AppliedService.maxSubscribers)
        var result = SubscribersResult()
        result.revision = revision
        result.subscribers = page.compactMap(\.subscription).map { lookup.record(of: $0, query, filter) }
        result.next = places.count > page.count ? page.last?.text : nil
        return result
    }

    private func keys(_ parameters: SubscribersParameters) throws(RPCError) -> [Key]? {
        guard let texts = parameters.keys else { return nil }
        guard texts.count <= AppliedService.maxKeys else {
            let sentence = "keys may have at most \(AppliedService.maxKeys) keys, got \(texts.count)"
            throw RPCError(limit: "keys", AppliedService.maxKeys, parameter: "keys", sentence)
        }
        return try texts.map { (text) throws(RPCError) in try Key(parameter: "keys", text) }
    }
}

/// The place of a subscription in the order of a result: by connection, then by the number in its name.
private struct SubscriptionPlace: Comparable {
    let subscription: TunableSubscription?
    private let connection: UInt64
    private let number: Int

    init(_ subscription: TunableSubscription) {
        self.subscription = subscription
        connection = subscription.peer.number
        number = Int(subscription.id.dropFirst()) ?? 0
    }

    /// Creates the place of `next` in a result; the subscription may have ended since then.
    init(parameter text: String) throws(RPCError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let connection = UInt64(parts[0]), let number = Int(parts[1]) else {
            throw RPCError(parameter: "after", "after must be the member next of a result, got \(text.shown)")
        }
        (subscription, self.connection, self.number) = (nil, connection, number)
    }

    var text: String { "\(connection)/\(number)" }

    static func == (one: SubscriptionPlace, other: SubscriptionPlace) -> Bool {
        one.connection == other.connection && one.number == other.number
    }

    static func < (one: SubscriptionPlace, other: SubscriptionPlace) -> Bool {
        (one.connection, one.number) < (other.connection, other.number)
    }
}
