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
    /// Whose backlog is to be told when all of what is being published is noted: it tells what is there then.
    private var due: [FlagSubscription] = []

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
        _ = takeBacklog(of: subscription)
        (subscription.peer.session as? Session)?.remove(subscription)
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

    // MARK: Telling

    func publish(_ publication: Publication) {
        if !shared.isEmpty {
            for news in publication.flagNews {
                publish(news, publication.step)
            }
        }
        for world in Array(inWorlds.keys) {
            publish(publication, in: world)
        }
        tellDue()
    }

    private func publish(_ news: FlagNews, _ step: UInt64) {
        var gathering = FlagGathering(at: keeper.seconds)
        for change in news.changes {
            let (old, new) = (SeenFlag(change.old), SeenFlag(change.new))
            let subscriptions = self.shared.subscriptions(for: change.key)
            gatherings += 1
            // Who subscribed behind it has it in the answer.
            gathering.gather(change.key, from: old, to: new, for: subscriptions, number: gatherings) { $0.born < step }
        }
        for (subscription, notices) in gathering.gathered {
            let revision = news.commit?.revision ?? subscription.told
            let time = news.commit?.time ?? keeper.now
            tell(subscription, notices, through: revision, time, by: news.commit?.actor)
        }
    }

    /// Tells those in a world what they see otherwise than before; all that was done at once.
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
        var gathering = FlagGathering(at: keeper.seconds)
        for key in Set(shared.keys).union(own.keys).sorted() {
            let oldShared = shared[key] ?? view.state.flag(key)
            let oldOwn = own[key] ?? view.world?.flags.value(of: key.text.utf8.span)
            let old = SeenFlag(oldShared, own: oldOwn)
            let subscriptions = inWorlds[world]?.subscriptions(for: key) ?? []
            gatherings += 1
            gathering.gather(key, from: old, to: view.flag(key), for: subscriptions, number: gatherings) {
                $0.born < publication.step
            }
        }
        let commits = publication.commits
        let actor = commits.count == 1 && own.isEmpty ? commits.first?.actor : nil
        for (subscription, notices) in gathering.gathered {
            let revision = max(subscription.told, view.state.revision)
            tell(subscription, notices, through: revision, commits.last?.time ?? keeper.now, by: actor)
        }
    }

    private func tell(
        _ subscription: FlagSubscription,
        _ notices: [FlagNotice],
        through revision: Int64,
        _ time: Moment,
        by actor: Actor?
    ) {
        guard !subscription.backlog.isEmpty || subscription.peer.isSlow else {
            subscription.send(notices, through: revision, time, by: actor)
            return
        }
        var added = 0
        for notice in notices where subscription.backlog.index(forKey: notice.key) == nil {
            subscription.backlog[notice.key] = notice.old
            added += notice.old.memory + String.memory(ofBytes: notice.key.text.utf8.count)
        }
        subscription.backlogMemory += added
        publisher.count(added, of: subscription.peer)
        subscription.backlogTime = time
        due.append(subscription)
    }

    // MARK: Backlogs

    private func tellDue() {
        guard !due.isEmpty else { return }
        let subscriptions = due
        due = []
        for subscription in subscriptions { tellSoon(subscription) }
    }

    private func tellSoon(_ subscription: FlagSubscription) {
        if !subscription.peer.isSlow || publisher.isAnswered(subscription.peer) {
            tellBacklog(subscription)
        } else if !subscription.isSlow {
            subscription.isSlow = true
            (subscription.peer.session as? Session)?.slow.append(subscription)
            publisher.tellWhenTaken(subscription.peer)
        }
    }

    /// Tells one who has read what it could not be told.
    func tellSlow(_ subscription: FlagSubscription) {
        subscription.isSlow = false
        tellBacklog(subscription)
    }

    private func tellBacklog(_ subscription: FlagSubscription) {
        guard !subscription.isOver, !subscription.backlog.isEmpty else { return }
        let backlog = takeBacklog(of: subscription)
        guard let view = try? View(keeper.committed, from: subscription.audience.world) else { return }
        var notices: [FlagNotice] = []
        for (key, told) in backlog.sorted(by: { $0.key < $1.key }) {
            let flag = view.flag(key)
            let evaluation = subscription.audience.evaluate(flag, at: keeper.seconds)
            subscription.times[key] = flag?.mayChangeWithTime == true ? keeper.seconds : nil
            if let notice = FlagNotice(key, from: told, to: evaluation) {
                notices.append(notice)
            }
        }
        guard !notices.isEmpty else { return }
        let revision = max(subscription.told, keeper.committed.revision)
        subscription.send(notices, through: revision, subscription.backlogTime, by: nil)
    }

    private func takeBacklog(of subscription: FlagSubscription) -> [FlagKey: ToldFlag] {
        defer {
            subscription.backlog = [:]
            subscription.backlogMemory = 0
        }
        publisher.count(-subscription.backlogMemory, of: subscription.peer)
        return subscription.backlog
    }
}
