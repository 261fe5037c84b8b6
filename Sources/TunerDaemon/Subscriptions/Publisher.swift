import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine

/// Tells subscribers what was committed, and what changed in their worlds: each in order, completely and once.
///
/// Who reads too slowly, or asked for a pause, has a backlog instead of a queue: for each key what it was told last. It is
/// told the newest values when it can take them.
final class Publisher {
    private let keeper: StateKeeper
    private let loop: EventLoop
    /// What tells of flags.
    private(set) lazy var flags = FlagPublisher(keeper, beside: self)
    /// What tells of stews.
    private(set) lazy var stews = StewPublisher(keeper, beside: self)
    private var shared = SubscriptionIndex<Subscription>()
    /// Those who look from worlds, by the worlds' names.
    private var inWorlds: [String: SubscriptionIndex<Subscription>] = [:]
    /// Of the commit that is being told.
    private var message = ChangedMessage()
    /// Of a backlog, which may be told while a commit is.
    private var merged = ChangedMessage()
    /// Who is being answered: what it changes it is told before its answer, however slowly it reads.
    private var answered: (any Peer)?
    /// Whose backlog is to be told when all of what is being published is noted: it tells what is there then.
    private var due: [Subscription] = []
    /// Adds to the indexes, and takes out of them, what many names take long for.
    private lazy var indexing = PieceWork(on: loop) { [unowned self] in index() }
    /// So many names are added or taken out between two looks at the clock.
    private static let namesPerPiece = 256
    /// So many names of a new subscription are added at once.
    private static let namesAtOnce = 32
    /// Whether somebody is told of the daemon itself, which is not done here.
    var hasServerListeners = false

    init(_ keeper: StateKeeper, on loop: EventLoop) {
        self.keeper = keeper
        self.loop = loop
        keeper.whenFailed = { [unowned self] in dropUnborn() }
        loop.atEndOfTurn { [unowned self] in answered = nil }
    }

    /// How many subscriptions there are.
    private(set) var count = 0 {
        didSet { listen() }
    }

    /// Whether there is anybody to tell, of values, flags or stews.
    private var hasListeners = false

    /// Hears of commits while there is somebody to tell: most daemons have nobody most of the time, and then a commit costs
    /// nothing here.
    func listen() {
        hasListeners = count + flags.count + stews.count > 0
        keeper.whenCommitted = hasListeners ? { [unowned self] publication in publish(publication) } : nil
    }

    // MARK: Beginning and ending

    /// Tells of everything from now on.
    func add(_ subscription: Subscription) {
        count += 1
        if let world = subscription.world {
            inWorlds[world, default: SubscriptionIndex()].add(subscription)
            keeper.tellsStateBefore = true
            if inWorlds[world]?.work(Publisher.namesAtOnce) == 0 {
                indexing.schedule()
            }
        } else {
            shared.add(subscription)
            if shared.work(Publisher.namesAtOnce) == 0 {
                indexing.schedule()
            }
        }
    }

    /// Tells nothing more.
    func end(_ subscription: Subscription) {
        guard !subscription.isOver else { return }
        subscription.isOver = true
        count -= 1
        if let timer = subscription.timer.take() {
            loop.cancel(timer)
        }
        _ = takeBacklog(of: subscription)
        session(of: subscription)?.remove(subscription)
        if let world = subscription.world {
            inWorlds[world]?.remove(subscription)
        } else {
            shared.remove(subscription)
        }
        indexing.schedule()
    }

    /// Adds and takes out some names; returns whether more are left.
    private func index() -> Bool {
        var steps = shared.work(Publisher.namesPerPiece)
        while steps > 0,
            let place = inWorlds.indices.first(where: { inWorlds.values[$0].hasWork || inWorlds.values[$0].isEmpty })
        {
            steps = inWorlds.values[place].work(steps)
            if inWorlds.values[place].isEmpty, !inWorlds.values[place].hasWork {
                inWorlds.remove(at: place)
                keeper.tellsStateBefore = !inWorlds.isEmpty
            }
        }
        return (steps > 0 ? flags.index(steps) : 0) == 0
    }

    /// Sees that names which are to be added or taken out are.
    func scheduleIndexing() { indexing.schedule() }

    /// Ends those that began in a state which will not be.
    private func dropUnborn() {
        let all = Array(shared.all) + inWorlds.values.flatMap { Array($0.all) }
        for subscription in all where subscription.born > keeper.settledStep {
            end(subscription)
        }
        flags.dropUnborn()
        stews.dropUnborn()
    }

    // MARK: Telling

    private func publish(_ publication: Publication) {
        if !shared.isEmpty {
            for commit in publication.commits {
                publish(commit)
            }
            tellDue()
        }
        if !inWorlds.isEmpty, let before = publication.before {
            publish(publication, before)
        }
        if flags.count > 0 {
            flags.publish(publication)
        }
        if stews.count > 0 {
            stews.publish(publication)
        }
    }

    private func publish(_ commit: Commit) {
        var isWritten = false
        if commit.changes.count == 1 {
            let whole = [0]
            for subscription in shared.subscriptions(for: commit.changes[0].key) {
                publish(commit, of: whole, to: subscription, &isWritten)
            }
        } else {
            for (subscription, part) in wanted(commit.changes, by: &shared) {
                publish(commit, of: part, to: subscription, &isWritten)
            }
        }
    }

    /// Tells one subscriber of some of a commit's changes, or notes them for later; sees that the message is written.
    private func publish(
        _ commit: Commit,
        of part: [Int],
        to subscription: Subscription,
        _ isWritten: inout Bool
    ) {
        // Who subscribed behind it has it in the answer.
        guard subscription.told < commit.revision, !subscription.isOver else { return }
        guard mayTell(subscription) else {
            note(part.map { commit.changes[$0] }, commit.time, by: commit.actor, for: subscription)
            due.append(subscription)
            return
        }
        if !isWritten {
            isWritten = true
            message.begin(time: commit.time, actor: commit.actor)
            for change in commit.changes {
                message.add(change)
            }
        }
        tell(subscription) { message.send(part, to: subscription, through: commit.revision) }
    }

    /// Who wants which of the changes.
    private func wanted(
        _ changes: [Change],
        by index: inout SubscriptionIndex<Subscription>
    ) -> [(Subscription, part: [Int])] {
        var parts: [(Subscription, part: [Int])] = []
        var places: [ObjectIdentifier: Int] = [:]
        for (number, change) in changes.enumerated() {
            for subscription in index.subscriptions(for: change.key) {
                if let place = places[ObjectIdentifier(subscription)] {
                    parts[place].part.append(number)
                } else {
                    places[ObjectIdentifier(subscription)] = parts.count
                    parts.append((subscription, [number]))
                }
            }
        }
        return parts
    }

    /// Tells those in worlds what they see otherwise than before; all that was done at once.
    private func publish(_ publication: Publication, _ before: State) {
        let after = keeper.committed
        let time = publication.commits.last?.time ?? keeper.now
        let touched = TouchedKeys(commits: publication.commits, worldKeys: publication.worldKeys)
        for world in Array(inWorlds.keys) {
            if publication.endedWorlds.contains(world) {
                // One that began later looks from another world of the same name.
                let members = (inWorlds[world]?.all).map { Array($0) } ?? []
                for subscription in members where subscription.born < publication.step {
                    message.sendEnd(to: subscription, at: time)
                    end(subscription)
                }
                continue
            }
            guard let new = try? View(after, from: world), let old = try? View(before, from: world) else { continue }
            let actor = publication.actor(in: world)
            let changes = new.changes(from: old, of: touched, in: world)
            for (subscription, part) in wanted(changes, by: &inWorlds[world, default: SubscriptionIndex()]) {
                guard subscription.born < publication.step, !subscription.isOver else { continue }
                note(part.map { changes[$0] }, time, by: actor, for: subscription)
                tellSoon(subscription)
            }
        }
    }

    private func mayTell(_ subscription: Subscription) -> Bool {
        subscription.backlog.isEmpty && !subscription.peer.isSlow && !isPausing(subscription)
    }

    private func isPausing(_ subscription: Subscription) -> Bool {
        subscription.earliest.map { loop.now < $0 } ?? false
    }

    private func tell(_ subscription: Subscription, _ send: () -> Bool) {
        if let interval = subscription.interval {
            subscription.earliest = loop.now + interval
        }
        // One that is gone ends with its connection.
        _ = send()
    }

    // MARK: Backlogs

    /// Adds changes to the backlog of a subscription, whose connection ends where it takes too much memory.
    private func note(_ changes: [Change], _ time: Moment, by actor: Actor?, for subscription: Subscription) {
        let before = subscription.backlog.memory
        subscription.backlog.add(changes, time, by: actor)
        count(subscription.backlog.memory - before, of: subscription.peer)
    }

    private func takeBacklog(of subscription: Subscription) -> Backlog {
        defer { subscription.backlog = Backlog() }
        count(-subscription.backlog.memory, of: subscription.peer)
        return subscription.backlog
    }

    /// Counts memory that backlogs take; a connection that takes too much ends in the next turn.
    func count(_ bytes: Int, of peer: any Peer) {
        guard let session = peer.session as? Session, !session.countBacklog(bytes, of: peer) else { return }
        loop.nextTurn { peer.close() }
    }

    private func tellDue() {
        guard !due.isEmpty else { return }
        let subscriptions = due
        due = []
        for subscription in subscriptions { tellSoon(subscription) }
    }

    /// Sees that a backlog is told: at once where nothing is in the way, or to one who is to be answered; else when the
    /// pause is over, or the client has read.
    private func tellSoon(_ subscription: Subscription) {
        if isPausing(subscription) {
            guard subscription.timer == nil, let earliest = subscription.earliest else { return }
            subscription.timer = loop.schedule(at: earliest) { [unowned self] in
                subscription.timer = nil
                tellSoon(subscription)
            }
        } else if !subscription.peer.isSlow || isAnswered(subscription.peer) {
            tellBacklog(subscription)
        } else if !subscription.isSlow {
            subscription.isSlow = true
            session(of: subscription)?.slow.append(subscription)
            tellWhenTaken(subscription.peer)
        }
    }

    /// Whether a peer is to be told all at once, since its own answer comes behind.
    func isAnswered(_ peer: any Peer) -> Bool { peer.isWithheld || peer === answered }

    /// Tells a peer what it could not be told when it has read.
    func tellWhenTaken(_ peer: any Peer) {
        peer.whenTaken(self) { [unowned self] in tellSlow(peer) }
    }

    private func session(of subscription: Subscription) -> Session? { subscription.peer.session as? Session }

    /// Tells a peer what it could not be told, before it is answered.
    func catchUp(_ peer: any Peer) {
        guard hasListeners || hasServerListeners else { return }
        answered = peer
        tellSlow(peer)
    }

    private func tellSlow(_ peer: any Peer) {
        guard let session = peer.session as? Session else { return }
        // One after the other: all at once may be more than one who reads can be sent.
        while !session.slow.isEmpty {
            guard !peer.isSlow || isAnswered(peer) else { return tellWhenTaken(peer) }
            session.slow.removeFirst().tellBacklog()
        }
    }

    /// Tells one who has read what it could not be told.
    func tellSlow(_ subscription: Subscription) {
        subscription.isSlow = false
        tellBacklog(subscription)
    }

    private func tellBacklog(_ subscription: Subscription) {
        guard !subscription.isOver, !subscription.backlog.isEmpty else { return }
        let backlog = takeBacklog(of: subscription)
        guard let view = try? View(keeper.committed, from: subscription.world) else { return }
        let changes = backlog.changes(in: view)
        guard !changes.isEmpty else { return }
        merged.begin(time: backlog.time, actor: backlog.actor)
        for change in changes {
            merged.add(change)
        }
        let revision = max(subscription.told, keeper.committed.revision)
        tell(subscription) { merged.send(to: subscription, through: revision) }
    }
}
