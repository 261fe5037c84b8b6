import FlagEngine
import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine

/// The changes that the subscriptions of one connection have not received yet.
///
/// Several subscriptions of the connection share one copy of a change. A subscription lags for one of these reasons:
/// - Its client reads too slowly.
/// - Its client requested a pause between notifications.
/// - A commit matches more subscriptions than the event loop can notify in one turn.
///
/// Each noted batch has a number. A lagging subscription stores the first number that it lacks. Its next notification
/// merges all changes from that number on.
final class Backlog {
    private unowned let peer: any Peer
    private unowned let session: Session
    private let deliveries: Deliveries
    private let quota: SubscriptionQuota
    /// The number of the newest note.
    private(set) var number = 0
    private(set) var values = BatchChains<Change>()
    private(set) var flags = BatchChains<FlagDifference>()
    /// The lagging subscriptions, by rank.
    ///
    /// Some of them may have caught up or ended.
    private(set) var lagging = [[any LaggingSubscription]](repeating: [], count: SubscriptionRank.allCases.count)
    /// The number of lagging subscriptions by the first number that they lack.
    private var positions: [Int: Int] = [:]
    /// The first numbers after subscriptions went to another world; no merge crosses them.
    private var departures: [Int] = []
    /// Whether changes were noted, or a pause ended, that no queued delivery covers.
    private var needsDelivery = false
    /// The deliveries that the connection's output queue holds and that have not finished, the oldest first.
    private var open: [Delivery] = []
    private var awaitsReading = false
    /// Whether the connection is closed, or is about to be closed because it uses too much memory.
    private var isClosed = false

    init(_ session: Session, of peer: any Peer, _ deliveries: Deliveries, _ quota: SubscriptionQuota) {
        self.session = session
        self.peer = peer
        self.deliveries = deliveries
        self.quota = quota
    }

    // MARK: Noting

    /// Notes changes that a subscription receives later.
    func note<Item: KeyedChange>(
        _ batch: ChangeBatch<Item>,
        seenFrom world: String?,
        for subscription: some LaggingSubscription
    ) {
        guard !isClosed else { return }
        let chains = Item.chains(of: self)
        if let number = chains.number(of: batch, seenFrom: world) {
            return join(subscription, at: number)
        }
        guard hasRoom() else { return }
        number += 1
        let replacement = chains.append(batch, seenFrom: world, number: number, deliveries.foldBudget) { numbers in
            isBoundary(numbers)
        }
        for batch in replacement.added { hold(batch) }
        for batch in replacement.removed { release(batch) }
        join(subscription, at: number)
    }

    /// Notes that a subscription which compares values must compare them again.
    func note(for subscription: some LaggingSubscription) {
        guard !isClosed else { return }
        number += 1
        join(subscription, at: number)
    }

    /// Returns whether the connection may hold one more batch; closes the connection if it may not.
    ///
    /// The newest batch does not count. So the size of a single commit never closes the connections that receive it.
    private func hasRoom() -> Bool {
        guard quota.isExceeded(by: session.memory, of: peer.credentials.uid) else { return true }
        close()
        deliveries.close(peer)
        return false
    }

    private func isBoundary(_ numbers: ClosedRange<Int>) -> Bool {
        open.contains { numbers.contains($0.through + 1) } || departures.contains { numbers.contains($0) }
            || (numbers.count <= positions.count
                ? numbers.contains { positions[$0] != nil } : positions.keys.contains { numbers.contains($0) })
    }

    private func join(_ subscription: some LaggingSubscription, at number: Int) {
        if subscription.lag == nil {
            subscription.lag = Lag(next: number, noted: number)
            positions[number, default: 0] += 1
            lagging[subscription.rank.rawValue].append(subscription)
        } else {
            subscription.lag?.noted = number
        }
        scheduleDelivery(to: subscription)
    }

    /// Passes the position of a subscription on to the one that replaces it in another world.
    func replace<Subscription: LaggingSubscription>(_ subscription: Subscription, by successor: Subscription) {
        guard let lag = subscription.lag.take() else { return }
        successor.lag = lag
        successor.lag?.depart(from: subscription.world, after: number)
        if departures.last != number + 1 {
            departures.append(number + 1)
        }
        let rank = subscription.rank.rawValue
        for index in lagging[rank].indices where lagging[rank][index] === subscription {
            lagging[rank][index] = successor
        }
        scheduleDelivery(to: successor)
    }

    /// Delivers what a subscription lacks at the end of this turn, or at the end of its pause.
    private func scheduleDelivery(to subscription: some LaggingSubscription) {
        if subscription.isPausing {
            subscription.awaitPauseEnd()
        } else {
            needsDelivery = true
            deliveries.add(self)
        }
    }

    // MARK: Delivering

    /// Delivers the noted changes now, or when a slow client has read its pending messages.
    func deliver() {
        guard needsDelivery, !isClosed else { return }
        let precedesResponse = deliveries.precedesResponse(to: peer)
        if peer.isSlow, !precedesResponse {
            guard !awaitsReading else { return }
            awaitsReading = true
            peer.whenSent(self) { [unowned self] in
                awaitsReading = false
                deliver()
            }
            return
        }
        // Deliveries run one after the other. But notifications that precede a response must be queued before it.
        guard open.isEmpty || precedesResponse else { return }
        needsDelivery = false
        let delivery = Delivery(self, through: number)
        if open.isEmpty, deliversAtOnce(delivery, whenSlow: precedesResponse) { return }
        guard !needsDelivery else { return deliver() }
        open.append(delivery)
        peer.send(lazily: delivery)
    }

    /// Sends what needs little time and memory; returns whether the delivery is finished.
    private func deliversAtOnce(_ delivery: Delivery, whenSlow precedesResponse: Bool) -> Bool {
        var (steps, bytes) = (Backlog.stepsAtOnce, Backlog.bytesAtOnce)
        while steps > 0, bytes > 0, deliveries.hasTimeAtOnce {
            if peer.isSlow, !precedesResponse {
                needsDelivery = true
                return false
            }
            var message = ByteBuffer()
            switch delivery.advance(&message) {
            case .message:
                peer.send(message)
                bytes -= message.count
            case .working: break
            case .done: return true
            }
            steps -= 1
        }
        return false
    }

    private static let stepsAtOnce = 64
    private static let bytesAtOnce = 128 << 10

    /// Notes that the pause of a subscription has ended.
    ///
    /// One delivery serves all pauses that end in the same turn.
    func endPause(of subscription: some LaggingSubscription) {
        guard subscription.lag != nil else { return }
        needsDelivery = true
        deliveries.add(self)
    }

    /// Notes that a delivery has finished.
    func end(_ delivery: Delivery) {
        for rank in lagging.indices {
            lagging[rank].removeAll { $0.lag == nil || $0.isOver }
        }
        trim()
        guard let index = open.firstIndex(where: { $0 === delivery }) else { return }
        open.remove(at: index)
        if open.isEmpty {
            deliver()
        }
    }

    /// Notes that a subscription has received all changes through `number`.
    func moveOn(_ subscription: some LaggingSubscription, through number: Int) {
        guard let lag = subscription.lag else { return }
        leave(lag.next)
        if lag.noted > number {
            subscription.lag?.advance(through: number)
            positions[number + 1, default: 0] += 1
        } else {
            subscription.lag = nil
        }
    }

    private func leave(_ position: Int) {
        guard let count = positions[position] else { return }
        positions[position] = count == 1 ? nil : count - 1
    }

    // MARK: Ending

    /// Removes a subscription that has ended.
    func forget(_ subscription: some LaggingSubscription) {
        guard let lag = subscription.lag.take() else { return }
        leave(lag.next)
        if positions[lag.next] == nil {
            trim()
        }
    }

    /// Drops the batches that every subscription has received.
    private func trim() {
        let first = positions.keys.min() ?? number + 1
        for batch in values.drop(below: first) as [HeldBatch] + flags.drop(below: first) { release(batch) }
        departures.removeAll { $0 <= first }
        if positions.isEmpty {
            values.forgetFolded()
            flags.forgetFolded()
        }
    }

    /// Drops all batches, because the connection is closed or about to be closed.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for batch in values.batches as [HeldBatch] + flags.batches { release(batch) }
        values = BatchChains()
        flags = BatchChains()
        lagging = lagging.map { _ in [] }
        positions = [:]
        departures = []
        open = []
    }

    // MARK: Counting

    private func hold(_ batch: HeldBatch) {
        session.memory += batch.memory
        quota.hold(batch, by: peer.credentials.uid)
    }

    private func release(_ batch: HeldBatch) {
        session.memory -= batch.memory
        quota.release(batch, by: peer.credentials.uid)
    }
}
