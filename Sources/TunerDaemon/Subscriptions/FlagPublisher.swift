import FlagEngine
import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore

/// Notifies subscribers when the results of their flags change: in order, completely and once.
///
/// A commit causes evaluations only of the flags that it changes. The publisher evaluates the old and the new state of
/// such a flag once for each audience. So a subscription stores no results. It stores only when its time-dependent
/// flags were evaluated last.
final class FlagPublisher: SubscriptionPublisher {
    let states: StateVersions
    let deliveries: Deliveries
    private let loop: EventLoop
    var shared = FlagSubscriptionIndex()
    var inWorlds: [String: FlagSubscriptionIndex] = [:]
    private(set) lazy var indexing = IncrementalTask(on: loop) { [unowned self] in index() }
    /// The number of calls of `FlagChangeCollector.gather`, which identifies each call.
    private var gatherings: UInt64 = 0

    init(_ states: StateVersions, _ deliveries: Deliveries, on loop: EventLoop) {
        self.states = states
        self.deliveries = deliveries
        self.loop = loop
    }

    /// Returns the audience with an identity, or a new one if no subscription has that identity.
    func audience(_ identity: FlagAudience.Identity, _ context: EvaluationContext) -> FlagAudience {
        let index = identity.world.map { inWorlds[$0] } ?? shared
        return index?[identity] ?? FlagAudience(identity, context)
    }

    // MARK: Publishing

    func publish(_ publication: Publication) {
        if !shared.isEmpty {
            for changeSet in publication.flagChangeSets {
                publish(changeSet, publication.step)
            }
        }
        if !inWorlds.isEmpty {
            publishInWorlds(publication)
        }
    }

    private func publish(_ changeSet: FlagChangeSet, _ step: UInt64) {
        var published = Published(
            changeSet.changes.map { FlagDifference($0) },
            world: nil,
            revision: changeSet.commit?.revision,
            time: changeSet.commit?.time ?? states.now,
            actor: changeSet.commit?.actor
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

    /// The largest amount of evaluation work in one turn, in units of one flag and a small context.
    private static let maxWork = 2_048

    /// Notifies subscriptions of changed results, except those that were created in or after `step`.
    ///
    /// The changes go to the backlogs instead if the total `work` of this turn would become too large.
    private func publish(
        _ published: inout Published<FlagDifference>,
        to index: inout FlagSubscriptionIndex,
        _ work: inout Int,
        before step: UInt64
    ) {
        guard !published.changes.isEmpty else { return }
        // A client that subscribed later received the new result in the response.
        // The search for the subscriptions to so many flags would take too long.
        let areMany = published.changes.count > FlagPublisher.maxWork
        work += areMany ? 0 : index.work(for: published.changes)
        guard !areMany, work <= FlagPublisher.maxWork else {
            for subscription in index.candidates(for: published.changes) where subscription.createdAtStep < step {
                note(&published, for: subscription)
            }
            return
        }
        var gathering = FlagChangeCollector(at: states.seconds)
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
            // A failed send needs no handling: the connection's end also ends the subscription.
            subscription.peer.send(message)
        }
    }

    /// Evaluates the old and the new state of a flag for a lagging subscription; returns nil if the result is
    /// unchanged.
    ///
    /// Consecutive subscriptions of one audience share the evaluations of a batch.
    func notice(_ index: Int, of batch: ChangeBatch<FlagDifference>, for subscription: FlagSubscription) -> FlagNotice?
    {
        let (flag, audience, now) = (batch.items[index], subscription.audience, states.seconds)
        guard audience.count > 1 else {
            return subscription.notice(of: flag, audience.evaluate(flag, at: now), at: now)
        }
        if late?.batch !== batch || late?.audience !== audience || late?.now != now {
            late = LateEvaluations(batch: batch, audience: audience, now: now)
        }
        if late?.found[index] == nil {
            late?.found[index] = audience.evaluate(flag, at: now)
        }
        return late?.found[index].flatMap { subscription.notice(of: flag, $0, at: now) }
    }

    /// The evaluations of a batch's flags for one audience at one time.
    private struct LateEvaluations {
        /// The batch, which is not kept: it holds definitions that nothing else may need any more.
        weak var batch: ChangeBatch<FlagDifference>?
        let audience: FlagAudience
        let now: Int64
        /// The evaluations by index in the batch, which can have very many flags.
        var found: [Int: SharedEvaluation] = [:]
    }

    private var late: LateEvaluations?
}
