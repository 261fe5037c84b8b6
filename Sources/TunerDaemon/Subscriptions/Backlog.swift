import FlagEngine
import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine

/// The changes that subscriptions of one connection have not received yet, each held once for all of them.
///
/// A subscription lags while its client reads too slowly or asked for a pause, or where a commit meets so many
/// subscriptions that one turn of the loop cannot notify all of them. What is noted has a number. A subscription that
/// lags remembers the first number that it lacks, and receives in one notification all that follows.
final class Backlog {
    private unowned let peer: any Peer
    private unowned let session: Session
    private let deliveries: Deliveries
    private let quota: SubscriptionQuota
    /// The last number that was given.
    private(set) var number = 0
    /// The changes of tunables.
    private(set) var values = BatchChains<Change>()
    /// The changes of flags.
    private(set) var flags = BatchChains<FlagDifference>()
    /// Those that lag, and some that lag no more, by rank.
    private(set) var laggards = [[any LaggingSubscription]](repeating: [], count: SubscriptionRank.allCases.count)
    /// How many lag from each number on.
    private var positions: [Int: Int] = [:]
    /// Something was noted, or a pause has ended, and no delivery that has begun or waits is to deliver it.
    private var needsDelivery = false
    /// The deliveries that the connection holds, which have not ended.
    private var open: [Delivery] = []
    private var awaitsReading = false
    /// The connection takes too much memory and is about to be closed, or it is closed.
    private var isClosed = false

    init(_ session: Session, of peer: any Peer, _ deliveries: Deliveries, _ quota: SubscriptionQuota) {
        self.session = session
        self.peer = peer
        self.deliveries = deliveries
        self.quota = quota
    }

    // MARK: Noting

    /// Notes changes for a subscription.
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

    /// Notes that a subscription must look for a change.
    func note(for subscription: some LaggingSubscription) {
        guard !isClosed else { return }
        number += 1
        join(subscription, at: number)
    }

    /// Returns whether one more batch may be held; the connection is closed where not.
    ///
    /// The newest batch does not count: the largest commit must not close the connections that it is sent to.
    private func hasRoom() -> Bool {
        guard quota.isExceeded(by: session.memory, of: peer.credentials.uid) else { return true }
        close()
        deliveries.close(peer)
        return false
    }

    private func isBoundary(_ numbers: ClosedRange<Int>) -> Bool {
        open.contains { numbers.contains($0.through + 1) }
            || (numbers.count <= positions.count
                ? numbers.contains { positions[$0] != nil } : positions.keys.contains { numbers.contains($0) })
    }

    private func join(_ subscription: some LaggingSubscription, at number: Int) {
        if subscription.lag == nil {
            subscription.lag = Lag(next: number, noted: number)
            positions[number, default: 0] += 1
            laggards[subscription.rank.rawValue].append(subscription)
        } else {
            subscription.lag?.noted = number
        }
        if subscription.isPausing {
            subscription.awaitPauseEnd()
        } else {
            needsDelivery = true
            deliveries.add(self)
        }
    }

    // MARK: Delivering

    /// Delivers what was noted, now or when the client has read.
    func deliver() {
        guard needsDelivery, !isClosed else { return }
        let isAnswered = deliveries.isAnswered(peer)
        if peer.isSlow, !isAnswered {
            guard !awaitsReading else { return }
            awaitsReading = true
            peer.whenTaken(self) { [unowned self] in
                awaitsReading = false
                deliver()
            }
            return
        }
        // One delivery after the other; but what the client is to receive before an answer goes before it.
        guard open.isEmpty || isAnswered else { return }
        needsDelivery = false
        let delivery = Delivery(self, through: number)
        if open.isEmpty, deliversAtOnce(delivery, whenSlow: isAnswered) { return }
        guard !needsDelivery else { return deliver() }
        open.append(delivery)
        peer.send(lazily: delivery)
    }

    /// Delivers what takes little time and memory; returns whether that was all.
    private func deliversAtOnce(_ delivery: Delivery, whenSlow isAnswered: Bool) -> Bool {
        var (steps, bytes) = (Backlog.stepsAtOnce, Backlog.bytesAtOnce)
        while steps > 0, bytes > 0, !deliveries.isTurnOver {
            if peer.isSlow, !isAnswered {
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

    /// Notes that a pause has ended: one delivery serves all whose pauses end in one turn.
    func endPause(of subscription: some LaggingSubscription) {
        guard subscription.lag != nil else { return }
        needsDelivery = true
        deliveries.add(self)
    }

    /// Notes that a delivery has ended.
    func end(_ delivery: Delivery) {
        for rank in laggards.indices {
            laggards[rank].removeAll { $0.lag == nil || $0.isOver }
        }
        trim()
        guard let place = open.firstIndex(where: { $0 === delivery }) else { return }
        open.remove(at: place)
        if open.isEmpty {
            deliver()
        }
    }

    /// Notes that a subscription has received everything through a number.
    func moveOn(_ subscription: some LaggingSubscription, through number: Int) {
        guard let lag = subscription.lag else { return }
        leave(lag.next)
        if lag.noted > number {
            subscription.lag?.next = number + 1
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

    /// Forgets a subscription that has ended.
    func forget(_ subscription: some LaggingSubscription) {
        guard let lag = subscription.lag.take() else { return }
        leave(lag.next)
        if positions[lag.next] == nil {
            trim()
        }
    }

    /// Drops what every subscription has received.
    private func trim() {
        let first = positions.keys.min() ?? number + 1
        for batch in values.drop(below: first) as [HeldBatch] + flags.drop(below: first) { release(batch) }
        if positions.isEmpty {
            values.forgetFolded()
            flags.forgetFolded()
        }
    }

    /// Drops everything: the connection is closed, or is about to be.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for batch in values.batches as [HeldBatch] + flags.batches { release(batch) }
        values = BatchChains()
        flags = BatchChains()
        laggards = laggards.map { _ in [] }
        positions = [:]
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
