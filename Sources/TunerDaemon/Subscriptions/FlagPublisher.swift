import FlagEngine
import JSONCore
import RPCCore
import StateCore
import SystemCore

/// Tells subscribers what flags come to for them, when that changes: each in order, completely and once.
///
/// Only what a commit touches is evaluated again, once for all who share context and world: as it was before, and as it is.
/// So nothing needs to be remembered but when the flags were evaluated last that look at the time.
final class FlagPublisher: SubscriptionPublisher {
    let states: StateVersions
    let deliveries: Deliveries
    private let loop: EventLoop
    var shared = FlagSubscriptionIndex()
    var inWorlds: [String: FlagSubscriptionIndex] = [:]
    private(set) lazy var indexing = PieceWork(on: loop) { [unowned self] in index() }
    /// How many flags were evaluated for those who want them.
    private var gatherings: UInt64 = 0

    init(_ states: StateVersions, _ deliveries: Deliveries, on loop: EventLoop) {
        self.states = states
        self.deliveries = deliveries
        self.loop = loop
    }

    /// Those who are told the same as somebody with this context.
    func audience(_ identity: FlagAudience.Identity, _ context: EvaluationContext) -> FlagAudience {
        let index = identity.world.map { inWorlds[$0] } ?? shared
        return index?[identity] ?? FlagAudience(identity, context)
    }

    // MARK: Publishing

    func publish(_ publication: Publication) {
        if !shared.isEmpty {
            for news in publication.flagNews {
                publish(news, publication.step)
            }
        }
        if !inWorlds.isEmpty {
            publishInWorlds(publication)
        }
    }

    private func publish(_ news: FlagNews, _ step: UInt64) {
        var published = Published(
            news.changes.map { FlagDifference(key: $0.key, old: EffectiveFlag($0.old), new: EffectiveFlag($0.new)) },
            world: nil,
            revision: news.commit?.revision,
            time: news.commit?.time ?? states.now,
            actor: news.commit?.actor
        )
        var work = 0
        publish(&published, to: &shared, &work, before: step)
    }

    private func publishInWorlds(_ publication: Publication) {
        let touched = TouchedFlags(publication, states.committed)
        publishInWorlds(
            publication,
            touched.shared,
            own: touched.differences(in:),
            actor: publication.flagActor(in:),
            sendEnd: { $0.sendEnd(at: $1) },
            publish: { changes, index, work in
                publish(&changes, to: &index, &work, before: publication.step)
            }
        )
    }

    /// So much work is done in a turn to evaluate flags for subscriptions.
    private static let mostWork = 2_048

    /// Notifies the subscriptions that began before a step of what the flags come to for them, at once or later: later where
    /// their evaluation would take long, together with the `work` of those before.
    private func publish(
        _ published: inout Published<FlagDifference>,
        to index: inout FlagSubscriptionIndex,
        _ work: inout Int,
        before step: UInt64
    ) {
        guard !published.changes.isEmpty else { return }
        // Whoever subscribed behind it has it in the answer.
        work += index.work(for: published.changes)
        guard work <= FlagPublisher.mostWork else {
            for subscription in index.candidates(for: published.changes) where subscription.createdAtStep < step {
                note(&published, for: subscription)
            }
            return
        }
        var gathering = FlagGathering(at: states.seconds)
        for flag in published.changes {
            gatherings += 1
            let wanting = index.subscriptions(for: flag.key)
            gathering.gather(flag, for: wanting, number: gatherings) { subscription in
                guard subscription.createdAtStep < step else { return false }
                guard !subscription.mustLag else {
                    note(&published, for: subscription)
                    return false
                }
                return true
            }
        }
        for (subscription, notices) in gathering.gathered {
            let revision = published.revision(after: subscription.sentRevision)
            let message = subscription.message(notices, through: revision, published.time, by: published.actor)
            // One that is gone ends with its connection.
            subscription.peer.send(message)
        }
    }

    /// Evaluates a flag as it was and as it is for a subscription that lags; returns the change, if there is one.
    ///
    /// A batch is evaluated once for all subscriptions of an audience that follow each other.
    func notice(_ place: Int, of batch: ChangeBatch<FlagDifference>, for subscription: FlagSubscription) -> FlagNotice?
    {
        let (flag, audience, now) = (batch.items[place], subscription.audience, states.seconds)
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
