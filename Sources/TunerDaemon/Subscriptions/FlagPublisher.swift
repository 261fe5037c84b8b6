import FlagEngine
import JSONCore
import RPCCore
import StateCore
import SystemCore

/// Tells subscribers what flags come to for them, when that changes: each in order, completely and once.
///
/// Only what a commit touches is evaluated again, once for all who share context and world: as it was before, and as it is.
/// So nothing needs to be remembered but when the flags were evaluated last that look at the time.
final class FlagPublisher {
    private let keeper: StateKeeper
    /// What tells of values; it knows who has read, and who is being answered.
    private unowned let publisher: Publisher
    private var shared = FlagSubscriptionIndex()
    /// Those who look from worlds, by the worlds' names.
    private var inWorlds: [String: FlagSubscriptionIndex] = [:]
    /// How many flags were evaluated for those who want them.
    private var gatherings: UInt64 = 0

    init(_ keeper: StateKeeper, beside publisher: Publisher) {
        self.keeper = keeper
        self.publisher = publisher
    }

    /// How many subscriptions there are.
    private(set) var count = 0

    // MARK: Beginning and ending

    /// Those who are told the same as somebody with this context.
    func audience(_ identity: FlagAudience.Identity, _ context: EvaluationContext) -> FlagAudience {
        let index = identity.world.map { inWorlds[$0] } ?? shared
        return index?[identity] ?? FlagAudience(identity, context)
    }

    /// Tells of everything from now on.
    func add(_ subscription: FlagSubscription) {
        count += 1
        if let world = subscription.audience.world {
            inWorlds[world, default: FlagSubscriptionIndex()].add(subscription)
        } else {
            shared.add(subscription)
        }
        publisher.listen()
        publisher.scheduleIndexing()
    }

    /// Tells nothing more.
    func end(_ subscription: FlagSubscription) {
        guard !subscription.isOver else { return }
        subscription.isOver = true
        count -= 1
        if let session = subscription.peer.session as? Session {
            session.backlog?.forget(subscription)
            session.remove(subscription)
        }
        if let world = subscription.audience.world {
            inWorlds[world]?.remove(subscription)
        } else {
            shared.remove(subscription)
        }
        publisher.listen()
        publisher.scheduleIndexing()
    }

    /// Adds and takes out so many names at most; returns how many are left of `steps`.
    func index(_ steps: Int) -> Int {
        var steps = shared.work(steps)
        while steps > 0,
            let place = inWorlds.indices.first(where: { inWorlds.values[$0].hasWork || inWorlds.values[$0].isEmpty })
        {
            steps = inWorlds.values[place].work(steps)
            if inWorlds.values[place].isEmpty, !inWorlds.values[place].hasWork {
                inWorlds.remove(at: place)
            }
        }
        return steps
    }

    /// Ends those that began in a state which will not be.
    func dropUnborn() {
        let all = shared.all + inWorlds.values.flatMap(\.all)
        for subscription in all where subscription.born > keeper.settledStep {
            end(subscription)
        }
    }

    // MARK: Publishing

    func publish(_ publication: Publication) {
        if !shared.isEmpty {
            for news in publication.flagNews {
                publish(news, publication.step)
            }
        }
        for world in Array(inWorlds.keys) {
            publish(publication, in: world)
        }
    }

    private func publish(_ news: FlagNews, _ step: UInt64) {
        var published = PublishedFlags(
            news.changes.map { FlagDifference(key: $0.key, old: SeenFlag($0.old), new: SeenFlag($0.new)) },
            world: nil,
            revision: news.commit?.revision,
            time: news.commit?.time ?? keeper.now,
            actor: news.commit?.actor
        )
        publish(&published, to: &shared, before: step)
    }

    /// Publishes to the members of a world what differs from what they saw before, all that was done at once.
    private func publish(_ publication: Publication, in world: String) {
        if publication.endedWorlds.contains(world) {
            // One that began later looks from another world of the same name.
            for subscription in inWorlds[world]?.all ?? [] where subscription.born < publication.step {
                subscription.sendEnd(at: keeper.now)
                end(subscription)
            }
            return
        }
        guard let view = try? View(keeper.committed, from: world) else { return }
        var shared: [FlagKey: Flag?] = [:]
        for change in publication.flagNews.lazy.flatMap(\.changes) where shared.index(forKey: change.key) == nil {
            shared.updateValue(change.old, forKey: change.key)
        }
        var own: [FlagKey: ForcedFlag?] = [:]
        for change in publication.worldFlagChanges where change.world == world {
            if own.index(forKey: change.key) == nil {
                own.updateValue(change.old, forKey: change.key)
            }
        }
        let flags = Set(shared.keys).union(own.keys).sorted().map { key in
            let oldShared = shared[key] ?? view.state.flag(key)
            let oldOwn = own[key] ?? view.world?.flags.value(of: key.text.utf8.span)
            return FlagDifference(key: key, old: SeenFlag(oldShared, own: oldOwn), new: view.flag(key))
        }
        let commits = publication.commits
        var published = PublishedFlags(
            flags,
            world: world,
            revision: view.state.revision,
            time: commits.last?.time ?? keeper.now,
            actor: commits.count == 1 && own.isEmpty ? commits.first?.actor : nil
        )
        publish(&published, to: &inWorlds[world, default: FlagSubscriptionIndex()], before: publication.step)
    }

    /// Notifies the subscriptions that began before a step of what the flags come to for them, at once or later.
    private func publish(
        _ published: inout PublishedFlags,
        to index: inout FlagSubscriptionIndex,
        before step: UInt64
    ) {
        guard !published.flags.isEmpty else { return }
        // Whoever subscribed behind it has it in the answer.
        guard !index.isEvaluationLong(for: published.flags) else {
            for subscription in index.candidates(for: published.flags) where subscription.born < step {
                note(&published, for: subscription)
            }
            return
        }
        var gathering = FlagGathering(at: keeper.seconds)
        for flag in published.flags {
            gatherings += 1
            let subscriptions = index.subscriptions(for: flag.key)
            gathering.gather(flag, for: subscriptions, number: gatherings) { subscription in
                guard subscription.born < step else { return false }
                guard subscription.lag == nil, !subscription.peer.isSlow else {
                    note(&published, for: subscription)
                    return false
                }
                return true
            }
        }
        for (subscription, notices) in gathering.gathered {
            let revision = max(subscription.told, published.revision ?? subscription.told)
            let message = subscription.message(notices, through: revision, published.time, by: published.actor)
            // One that is gone ends with its connection.
            subscription.peer.send(message)
        }
    }

    private func note(_ published: inout PublishedFlags, for subscription: FlagSubscription) {
        guard !subscription.isOver, let session = subscription.peer.session as? Session else { return }
        session.backlog(of: subscription.peer, publisher.deliveries)
            .note(published.batch, seenFrom: published.world, for: subscription)
    }

    /// Evaluates a flag as it was and as it is for a subscription that lags; returns the change, if there is one.
    ///
    /// A batch is evaluated once for all subscriptions of an audience that follow each other.
    func notice(_ place: Int, of batch: ChangeBatch<FlagDifference>, for subscription: FlagSubscription) -> FlagNotice?
    {
        let (flag, audience, now) = (batch.items[place], subscription.audience, keeper.seconds)
        if late?.batch !== batch || late?.audience !== audience || late?.now != now {
            late = LateEvaluations(batch: batch, audience: audience, now: now)
        }
        if late?.found[place] == nil {
            late?.found[place] = audience.evaluate(flag, at: now)
        }
        return late?.found[place].flatMap { subscription.notice(of: flag, $0, at: now) }
    }

    /// What the flags of a batch are for an audience.
    private struct LateEvaluations {
        let batch: ChangeBatch<FlagDifference>
        let audience: FlagAudience
        let now: Int64
        var found: [SharedEvaluation?]

        init(batch: ChangeBatch<FlagDifference>, audience: FlagAudience, now: Int64) {
            self.batch = batch
            self.audience = audience
            self.now = now
            found = Array(repeating: nil, count: batch.items.count)
        }
    }

    private var late: LateEvaluations?
}
