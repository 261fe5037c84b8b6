import JSONCore
import RPCCore
import StateCore
import SystemCore

/// A publisher of one kind of changes, with its subscriptions: those outside of worlds, and those of each world's members.
///
/// A protocol and no generic class: the runtime would look up the types of such a class at each start of the daemon.
protocol SubscriptionPublisher: AnyObject {
    associatedtype Index: SubscriberIndex where Index.Member: LaggingSubscription
    typealias Member = Index.Member

    var states: StateVersions { get }
    var deliveries: Deliveries { get }
    /// The subscriptions outside of worlds.
    var shared: Index { get set }
    /// The subscriptions of each world's members.
    var inWorlds: [String: Index] { get set }
    /// Calls `index()`: what takes long to add to an index, or to take out of it, is done in pieces.
    var indexing: PieceWork { get }
}

/// So many names are added or taken out between two looks at the clock.
private let namesPerPiece = 256
/// So many names of a new subscription are added at once.
private let namesAtOnce = 32
/// So many subscriptions are compared in the turn of a commit.
private let mostComparedAtOnce = 128

extension SubscriptionPublisher {
    var hasSubscribers: Bool { !shared.isEmpty || !inWorlds.isEmpty }

    // MARK: Beginning and ending

    /// Notifies a subscription of everything from now on.
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

    /// Sends nothing more for a subscription.
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

    /// Adds and takes out some names; returns whether more are left.
    func index() -> Bool {
        var steps = shared.work(namesPerPiece)
        while steps > 0,
            let place = inWorlds.indices.first(where: { inWorlds.values[$0].hasWork || inWorlds.values[$0].isEmpty })
        {
            steps = inWorlds.values[place].work(steps)
            if inWorlds.values[place].isEmpty, !inWorlds.values[place].hasWork {
                inWorlds.remove(at: place)
            }
        }
        return steps == 0
    }

    /// Ends the subscriptions that began in a state which will never be committed.
    func dropUnborn() {
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
            // One that began later sees another world of the same name.
            let members = (inWorlds[world]?.all).map { Array($0) } ?? []
            for member in members where member.createdAtStep < publication.step {
                sendEnd(member)
                member.end()
            }
        }
    }

    /// Publishes what changed for the members of worlds, all that was done at once.
    ///
    /// `shared` is what most worlds see. `own` returns what the members of a world see instead, and nil if that is `shared`.
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
        // Worlds that see the same share one value, so backlogs hold its batch once.
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

    /// Notes changes that a subscription receives later.
    func note<Item: KeyedChange>(_ published: inout Published<Item>, for member: Member) {
        guard !member.isOver else { return }
        backlog(of: member)?.note(published.batch, seenFrom: published.world, for: member)
    }

    private func backlog(of member: Member) -> Backlog? {
        (member.peer.session as? Session)?.backlog(of: member.peer, deliveries)
    }
}

extension SubscriptionPublisher where Member: ComparingSubscription {
    /// Notifies the subscriptions of an index that may receive it, at once or later.
    func notify(
        _ index: Index,
        where mayReceive: (Member) -> Bool,
        _ notification: (Member) -> ByteBuffer?
    ) {
        let areMany = index.count > mostComparedAtOnce
        for member in index.all where mayReceive(member) {
            if areMany || member.mustLag {
                backlog(of: member)?.note(for: member)
            } else if let notification = notification(member) {
                // One that is gone ends with its connection.
                member.peer.send(notification)
            }
        }
    }
}

extension SubscriberIndex {
    /// Adds a subscription and some of its names; returns 0 if more are left.
    fileprivate mutating func addAtOnce(_ member: Member) -> Int {
        add(member)
        return work(namesAtOnce)
    }
}
