import JSONCore
import RPCCore
import StateCore
import SystemCore

/// A publisher of one kind of change, with its subscriptions outside of worlds and in each world.
///
/// This is a protocol because a generic class would cost time at each start of the daemon: the runtime looks up its
/// types.
protocol SubscriptionPublisher: AnyObject {
    associatedtype Index: SubscriberIndex where Index.Member: LaggingSubscription
    typealias Member = Index.Member

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
    func add(_ member: Member) {
        (member.peer.session as? Session)?.add(member)
        deliveries.subscriptionCount += 1
        let stepsLeft =
            if let world = member.world {
                inWorlds[world, default: Index()].addAtOnce(member)
            } else {
                shared.addAtOnce(member)
            }
        if stepsLeft == 0 {
            indexing.schedule()
        }
    }

    /// Ends a subscription and removes it from its connection and from the index.
    func remove(_ member: Member) {
        guard !member.isOver else { return }
        member.isOver = true
        deliveries.subscriptionCount -= 1
        if let session = member.peer.session as? Session {
            session.backlog?.forget(member)
            session.remove(member)
        }
        if let world = member.world {
            inWorlds[world]?.remove(member)
        } else {
            shared.remove(member)
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
        for member in Array(shared.all) + inWorlds.values.flatMap({ Array($0.all) })
        where member.createdAtStep > states.settledStep {
            member.end()
        }
    }

    // MARK: Notifying

    /// Publishes to the members of each world, or sends them the end of their world.
    func forEachWorld(
        _ publication: Publication,
        sendEnd: (Member) -> Void,
        publish: (String) -> Void
    ) {
        for world in Array(inWorlds.keys) {
            guard publication.endedWorlds.contains(world) else {
                publish(world)
                continue
            }
            // A subscription that was created later belongs to a new world of the same name.
            let members = (inWorlds[world]?.all).map { Array($0) } ?? []
            for member in members where member.createdAtStep < publication.step {
                sendEnd(member)
                member.end()
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
        sendEnd: (Member, Moment) -> Void,
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
    func note<Item: KeyedChange>(_ published: inout Published<Item>, for member: Member) {
        guard !member.isOver else { return }
        backlog(of: member)?.note(published.batch, seenFrom: published.world, for: member)
    }

    private func backlog(of member: Member) -> Backlog? {
        (member.peer.session as? Session)?.backlog(of: member.peer, deliveries)
    }
}

extension SubscriptionPublisher where Member: ComparingSubscription {
    /// Notifies the subscriptions of an index that `mayReceive` selects, now or through their backlogs.
    func notify(
        _ index: Index,
        where mayReceive: (Member) -> Bool,
        _ notification: (Member) -> ByteBuffer?
    ) {
        let areMany = index.count > maxComparedAtOnce
        for member in index.all where mayReceive(member) {
            if areMany || member.mustLag {
                backlog(of: member)?.note(for: member)
            } else if let notification = notification(member) {
                // A failed send needs no handling: the connection's end also ends the subscription.
                member.peer.send(notification)
            }
        }
    }
}

extension SubscriberIndex {
    /// Adds a subscription and some of its names; returns 0 if names may be left.
    fileprivate mutating func addAtOnce(_ member: Member) -> Int {
        add(member)
        return work(namesAtOnce)
    }
}
