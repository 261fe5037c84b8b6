import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// A search for the subscriptions to keys that a caller may see, with what their clients have reported.
struct SubscriberLookup {
    let states: StateVersions
    let publisher: TunablePublisher
    let rule: AccessRule

    /// Returns the subscriptions to one of the asked keys, each once.
    func subscriptions(_ query: SubscriberQuery, seenBy caller: Caller) -> [TunableSubscription] {
        let keys = query.tunables
        var found = subscriptions(to: keys, in: &publisher.shared)
        for world in Array(publisher.inWorlds.keys) where caller.maySee(world, rule) {
            found += subscriptions(to: keys, in: &publisher.inWorlds[world, default: SubscriptionIndex()])
        }
        return found
    }

    private func subscriptions(
        to keys: Set<Key>?,
        in index: inout SubscriptionIndex<TunableSubscription>
    ) -> [TunableSubscription] {
        guard let keys else { return index.all.filter { !$0.isOver } }
        var known: Set<ObjectIdentifier> = []
        return keys.flatMap { key in
            index.subscriptions(for: key).filter { !$0.isOver && known.insert(ObjectIdentifier($0)).inserted }
        }
    }

    /// Returns what the client of a subscription has done with the asked values.
    func state(of subscription: TunableSubscription, _ query: SubscriberQuery) -> AppliedState {
        guard subscription.reports else { return .unknown }
        guard let report = subscription.report, !subscription.needsReport, subscription.lag == nil,
            report.revision >= query.wanted(from: subscription)
        else { return .waiting }
        if report.refused.contains(where: { query.concerns($0.key) }) { return .refused }
        return report.unread.contains(where: query.concerns) ? .waiting : .applied
    }

    /// Returns the record of a subscription; a reason may have a value, so the filter hides it as one.
    func record(
        of subscription: TunableSubscription,
        _ query: SubscriberQuery,
        _ filter: SecretFilter
    ) -> SubscriberRecord {
        var record = SubscriberRecord()
        let caller = Caller(peer: subscription.peer)
        let actor = caller.actor(in: caller.session)
        record.client = actor.client
        record.version = caller.session.version
        record.pid = actor.pid
        record.uid = Int64(actor.uid)
        record.connection = Int64(clamping: subscription.peer.number)
        record.subscription = subscription.id
        record.world = subscription.world
        record.state = state(of: subscription, query)
        record.sent = subscription.sentRevision
        record.lags = subscription.lag == nil ? nil : true
        guard let report = subscription.report else { return record }
        record.applied = report.revision
        record.time = report.time.rfc3339
        record.took = report.delay.map { $0 / .milliseconds(1) }
        let unread = report.unread.filter(query.concerns)
        let refused = report.refused.filter { query.concerns($0.key) }.map { refused in
            guard !filter.showsAll, let key = try? Key(refused.key), filter.isSecret(key) else { return refused }
            return RefusedValueRecord(key: refused.key, reason: "(secret)")
        }
        record.unread = unread.isEmpty ? nil : unread
        record.refused = refused.isEmpty ? nil : refused
        return record
    }
}
