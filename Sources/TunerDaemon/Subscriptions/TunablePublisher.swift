import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine

/// Notifies subscribers of changed values, also of their worlds' values: in order, completely and once.
///
/// If a subscription cannot be notified at once, its changes go to its connection's backlog.
final class TunablePublisher: SubscriptionPublisher {
    let states: StateVersions
    let deliveries: Deliveries
    private let applied: AppliedReports
    private let loop: EventLoop
    var shared = SubscriptionIndex<TunableSubscription>()
    var inWorlds: [String: SubscriptionIndex<TunableSubscription>] = [:]
    private(set) lazy var indexing = IncrementalTask(on: loop) { [unowned self] in index() }
    /// The message of the commit that is being published.
    private var message = ChangedMessage()
    /// The message of a backlog, which can be delivered while a commit is being published.
    private var late = ChangedMessage()
    /// The largest amount of search work for subscriptions in one turn.
    ///
    /// One unit tries one pattern on one key, which takes about ten nanoseconds.
    private static let maxWork = 65_536

    init(_ states: StateVersions, _ deliveries: Deliveries, _ applied: AppliedReports, on loop: EventLoop) {
        self.states = states
        self.deliveries = deliveries
        self.applied = applied
        self.loop = loop
    }

    /// Adds a subscription.
    func begin(_ subscription: TunableSubscription) {
        add(subscription)
        if subscription.reports { applied.noteBegin() }
    }

    /// Whether keys can be added to a subscription.
    func canExtend(_ subscription: TunableSubscription) -> Bool {
        guard let world = subscription.world else { return shared.canExtend(subscription) }
        return inWorlds[world]?.canExtend(subscription) ?? false
    }

    /// Adds keys to a subscription.
    func extend(_ subscription: TunableSubscription, by keys: Set<Key>) {
        if let world = subscription.world {
            inWorlds[world]?.extend(subscription, by: keys)
        } else {
            shared.extend(subscription, by: keys)
        }
    }

    /// Ends a subscription and cancels its timer.
    func end(_ subscription: TunableSubscription) {
        if subscription.reports, !subscription.isOver { applied.noteEnd() }
        if let timer = subscription.timer.take() {
            loop.cancel(timer)
        }
        remove(subscription)
    }

    /// Replaces a subscription by its continuation in another world, and notes the difference for it.
    func replace(
        _ subscription: TunableSubscription,
        by successor: TunableSubscription,
        _ difference: WorldDifference
    ) {
        if subscription.reports { applied.noteChange() }
        // The successor starts its own timer.
        if let timer = subscription.timer.take() {
            loop.cancel(timer)
        }
        replace(subscription, by: successor)
        note(difference.values, for: successor)
    }

    /// Notes that a subscription whose client reports has received all changes.
    func noteCaughtUp() { applied.noteChange() }

    // MARK: Publishing

    func publish(_ publication: Publication, before: State?) {
        for commit in publication.commits {
            applied.notePublication(of: commit.revision)
        }
        if !shared.isEmpty {
            for commit in publication.commits {
                publish(commit)
            }
        }
        if !inWorlds.isEmpty, let before {
            publishInWorlds(publication, before)
        }
    }

    private func publish(_ commit: Commit) {
        var published = Published(
            commit.changes,
            world: nil,
            revision: commit.revision,
            time: commit.time,
            actor: commit.actor
        )
        // A client that subscribed after the commit received its changes in the response.
        var work = 0
        publish(&published, to: &shared, &work) { $0.sentRevision < commit.revision }
    }

    private func publishInWorlds(_ publication: Publication, _ before: State) {
        let after = states.committed
        let touched = TouchedKeys(commits: publication.commits, worldKeys: publication.worldKeys, after: after)
        publishInWorlds(
            publication,
            touched.shared,
            own: { world in
                guard let new = try? View(after, from: world), let old = try? View(before, from: world) else {
                    return []
                }
                let keys = touched.ownKeys(of: new, in: world)
                return keys.isEmpty ? nil : new.changes(from: old, of: touched, own: keys)
            },
            actor: publication.actor(in:),
            sendEnd: { message.sendEnd(to: $0, at: $1) },
            publish: { changes, index, work in
                publish(&changes, to: &index, &work) { $0.createdAtStep < publication.step }
            }
        )
    }

    /// Notifies the subscriptions that match some of the changes.
    ///
    /// The changes go to the backlogs instead if the total search `work` of this turn would become too large.
    private func publish(
        _ published: inout Published<Change>,
        to index: inout SubscriptionIndex<TunableSubscription>,
        _ work: inout Int,
        where lacksIt: (TunableSubscription) -> Bool
    ) {
        guard !published.changes.isEmpty else { return }
        work += index.work(for: published.changes.count)
        guard work <= TunablePublisher.maxWork else {
            for subscription in index.candidates(for: published.changes) where lacksIt(subscription) {
                note(&published, for: subscription)
            }
            return
        }
        var isWritten = false
        var pace = NotificationPace()
        if published.changes.count == 1 {
            let whole = [0]
            for subscription in index.subscriptions(for: published.changes[0].key) where lacksIt(subscription) {
                publish(&published, whole, to: subscription, later: pace.isOver(on: loop), &isWritten)
            }
        } else {
            for (subscription, part) in wanted(published.changes, by: &index) where lacksIt(subscription) {
                publish(&published, part, to: subscription, later: pace.isOver(on: loop), &isWritten)
            }
        }
    }

    /// Sends one subscription some of the changes, or notes them in the backlog.
    ///
    /// The first call writes the shared message.
    private func publish(
        _ published: inout Published<Change>,
        _ part: [Int],
        to subscription: TunableSubscription,
        later isLater: Bool,
        _ isWritten: inout Bool
    ) {
        guard !subscription.isOver else { return }
        guard !isLater, !subscription.mustLag else { return note(&published, for: subscription) }
        if !isWritten {
            isWritten = true
            message.begin(time: published.time, actor: published.actor, marking: states.committedSecretKeys)
            for change in published.changes {
                message.add(change)
            }
        }
        startPause(of: subscription)
        message.send(part, to: subscription, through: published.revision(after: subscription.sentRevision))
    }

    /// Returns the subscriptions that match any of the changes, each once, with the indices of the changes.
    private func wanted(
        _ changes: [Change],
        by index: inout SubscriptionIndex<TunableSubscription>
    ) -> [(TunableSubscription, part: [Int])] {
        var parts: [(TunableSubscription, part: [Int])] = []
        var entries: [ObjectIdentifier: Int] = [:]
        for (number, change) in changes.enumerated() {
            for subscription in index.subscriptions(for: change.key) {
                if let entry = entries[ObjectIdentifier(subscription)] {
                    parts[entry].part.append(number)
                } else {
                    entries[ObjectIdentifier(subscription)] = parts.count
                    parts.append((subscription, [number]))
                }
            }
        }
        return parts
    }

    /// Appends the notification of changes that a subscription lacked.
    func write(_ search: BatchSearch, for subscription: TunableSubscription, to output: inout ByteBuffer) {
        startPause(of: subscription)
        let revision = max(subscription.sentRevision, search.batch.revision ?? subscription.sentRevision)
        late.write(
            search,
            for: subscription,
            through: revision,
            marking: states.committedSecretKeys,
            to: &output
        )
    }

    // MARK: Pauses

    /// Returns whether the pause of a subscription with `minInterval` has not ended.
    func isPausing(_ subscription: TunableSubscription) -> Bool {
        subscription.earliest.map { loop.now < $0 } ?? false
    }

    private func startPause(of subscription: TunableSubscription) {
        if let interval = subscription.interval {
            subscription.earliest = loop.now + interval
        }
    }

    /// Schedules the delivery of the backlog for the end of a subscription's pause.
    func awaitPauseEnd(of subscription: TunableSubscription) {
        guard subscription.timer == nil, let earliest = subscription.earliest else { return }
        subscription.timer = loop.schedule(at: earliest) {
            subscription.timer = nil
            (subscription.peer.session as? Session)?.backlog?.endPause(of: subscription)
        }
    }
}
