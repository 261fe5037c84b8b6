import JSONCore
import RPCCore
import StateCore
import SystemCore

/// A publisher of one kind of change, with its subscriptions outside of worlds and in each world.
///
/// This is a protocol because a generic class would cost time at each start of the daemon: the runtime looks up its
/// types.
protocol SubscriptionPublisher: AnyObject {
    associatedtype Index: SubscriberIndex where Index.Subscription: LaggingSubscription
    typealias Subscription = Index.Subscription

    var states: StateVersions { get }
    var deliveries: Deliveries { get }
    var shared: Index { get set }
    /// The subscriptions of each world's members, by world.
    var inWorlds: [String: Index] { get set }
    /// Calls `index()` in pieces, because adding or removing many names takes long.
    var indexing: IncrementalTask { get }
}

/// The number of names that are added or removed before the publisher checks the time again.
private let namesPerPiece = 256
/// The number of names of a new subscription that are added at once.
private let namesAtOnce = 32
/// The largest number of subscriptions whose values are compared in the turn of a commit.
private let maxComparedAtOnce = 128

extension SubscriptionPublisher {
    var hasSubscribers: Bool { !shared.isEmpty || !inWorlds.isEmpty }

    // MARK: Adding and removing

    /// Adds a subscription, which is notified of every later change.
    func add(_ subscription: Subscription) {
        (subscription.peer.session as? Session)?.add(subscription)
        deliveries.subscriptionCount += 1
        enter(subscription)
    }

    /// Adds a subscription to the index of its world.
    private func enter(_ subscription: Subscription) {
        let stepsLeft =
            if let world = subscription.world {
                inWorlds[world, default: Index()].addAtOnce(subscription)
            } else {
                shared.addAtOnce(subscription)
            }
        if stepsLeft == 0 {
            indexing.schedule()
        }
    }

    /// Ends a subscription and removes it from its connection and from the index.
    func remove(_ subscription: Subscription) {
        guard !subscription.isOver else { return }
        subscription.isOver = true
        deliveries.subscriptionCount -= 1
        if let session = subscription.peer.session as? Session {
            session.backlog?.forget(subscription)
            session.remove(subscription)
        }
        leave(subscription)
    }

    /// Replaces a subscription by one of the same name in another world.
    ///
    /// An index removes a subscription in pieces, so one object cannot go from one index to another.
    func replace(_ subscription: Subscription, by successor: Subscription) {
        subscription.isOver = true
        if let session = subscription.peer.session as? Session {
            session.replace(subscription, by: successor)
            session.backlog?.replace(subscription, by: successor)
        }
        leave(subscription)
        enter(successor)
    }

    /// Removes a subscription from the index of its world.
    private func leave(_ subscription: Subscription) {
        if let world = subscription.world {
            inWorlds[world]?.remove(subscription)
        } else {
            shared.remove(subscription)
        }
        indexing.schedule()
    }

    /// Adds or removes some names; returns whether more names are left.
    func index() -> Bool {
        var steps = shared.work(namesPerPiece)
        while steps > 0,
            let index = inWorlds.indices.first(where: { inWorlds.values[$0].hasWork || inWorlds.values[$0].isEmpty })
        {
            steps = inWorlds.values[index].work(steps)
            if inWorlds.values[index].isEmpty, !inWorlds.values[index].hasWork {
                inWorlds.remove(at: index)
            }
        }
        return steps == 0
    }

    /// Ends the subscriptions that were created in a state that will never be committed.
    func dropUncommitted() {
        for subscription in Array(shared.all) + inWorlds.values.flatMap({ Array($0.all) })
        where subscription.createdAtStep > states.settledStep {
            subscription.end()
        }
    }

    // MARK: Notifying

    /// Publishes to the members of each world, or sends them the end of their world.
    func forEachWorld(
        _ publication: Publication,
        sendEnd: (Subscription) -> Void,
        publish: (String) -> Void
    ) {
        for world in Array(inWorlds.keys) {
            guard publication.endedWorlds.contains(world) else {
                publish(world)
                continue
            }
            // A subscription that was created later belongs to a new world of the same name.
            let subscriptions = (inWorlds[world]?.all).map { Array($0) } ?? []
            for subscription in subscriptions where subscription.createdAtStep < publication.step {
                sendEnd(subscription)
                subscription.end()
            }
        }
    }

    /// Publishes the changes of one publication to the members of each world.
    ///
    /// `shared` holds the changes that most worlds' members receive. `own` returns the changes for one world's members,
    /// or nil if these equal `shared`.
    func publishInWorlds<Item: KeyedChange>(
        _ publication: Publication,
        _ shared: [Item],
        own: (_ world: String) -> [Item]?,
        actor: (_ world: String) -> Actor?,
        sendEnd: (Subscription, Moment) -> Void,
        publish: (inout Published<Item>, inout Index, _ work: inout Int) -> Void
    ) {
        let time = publication.commits.last?.time ?? states.now
        func published(_ changes: [Item], in world: String) -> Published<Item> {
            Published(
                changes,
                world: world,
                revision: states.committed.revision,
                time: time,
                actor: actor(world)
            )
        }
        // Worlds with equal changes share one value, so that backlogs hold its batch once.
        var publishedToMost: Published<Item>?
        var work = 0
        forEachWorld(publication) {
            sendEnd($0, time)
        } publish: { world in
            let own = own(world)
            var changes =
                own.map { published($0, in: world) } ?? publishedToMost ?? published(shared, in: world)
            changes.world = world
            publish(&changes, &inWorlds[world, default: Index()], &work)
            if own == nil {
                publishedToMost = changes
            }
        }
    }

    /// Notes changes in the backlog of a subscription's connection.
    func note<Item: KeyedChange>(_ published: inout Published<Item>, for subscription: Subscription) {
        guard !subscription.isOver else { return }
        backlog(of: subscription)?.note(published.batch, seenFrom: published.world, for: subscription)
    }

    /// Notes the difference between two worlds for a subscription that has come from one to the other.
    func note<Item: KeyedChange>(_ difference: ChangeBatch<Item>, for subscription: Subscription) {
        guard !difference.items.isEmpty else { return }
        backlog(of: subscription)?.note(difference, seenFrom: subscription.world, for: subscription)
    }

    /// Returns the backlog of a subscription's connection.
    func backlog(of subscription: Subscription) -> Backlog? {
        (subscription.peer.session as? Session)?.backlog(of: subscription.peer, deliveries)
    }
}

extension SubscriptionPublisher where Subscription: ComparingSubscription {
    /// Notifies the subscriptions of an index that `mayReceive` selects, now or through their backlogs.
    func notify(
        _ index: Index,
        where mayReceive: (Subscription) -> Bool,
        _ notification: (Subscription) -> ByteBuffer?
    ) {
        let areMany = index.count > maxComparedAtOnce
        for subscription in index.all where mayReceive(subscription) {
            if areMany || subscription.mustLag {
                backlog(of: subscription)?.note(for: subscription)
            } else if let notification = notification(subscription) {
                // A failed send needs no handling: the connection's end also ends the subscription.
                subscription.peer.send(notification)
            }
        }
    }
}

extension SubscriberIndex {
    /// Adds a subscription and some of its names; returns 0 if names may be left.
    fileprivate mutating func addAtOnce(_ subscription: Subscription) -> Int {
        add(subscription)
        return work(namesAtOnce)
    }
}
