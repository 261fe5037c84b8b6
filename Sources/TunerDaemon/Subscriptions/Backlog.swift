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
    /// The batches by the world from which they are seen.
    private var values: [String?: BatchChain<Change>] = [:]
    private var flags: [String?: BatchChain<FlagDifference>] = [:]
    /// Those that lag, and some that lag no more, by rank.
    private(set) var laggards = [[any LaggingSubscription]](repeating: [], count: SubscriptionRank.allCases.count)
    /// How many lag from each number on.
    private var positions: [Int: Int] = [:]
    /// What subscriptions at the same place receive is folded once.
    private var lastFolded: (numbers: ClosedRange<Int>, world: String?, batch: ChangeBatch<Change>)?
    private var lastFoldedFlags: (numbers: ClosedRange<Int>, world: String?, batch: ChangeBatch<FlagDifference>)?
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

    /// Notes changes of values for a subscription.
    func note(_ batch: ChangeBatch<Change>, seenFrom world: String?, for subscription: some LaggingSubscription) {
        guard !isClosed else { return }
        if values[world]?.last !== batch {
            guard hasRoom() else { return }
            append(batch, to: &values[world, default: BatchChain()])
        }
        join(subscription, at: values[world]?.lastNumber ?? number)
    }

    /// Notes changes of flags for a subscription.
    func note(_ batch: ChangeBatch<FlagDifference>, seenFrom world: String?, for subscription: some LaggingSubscription)
    {
        guard !isClosed else { return }
        if flags[world]?.last !== batch {
            guard hasRoom() else { return }
            append(batch, to: &flags[world, default: BatchChain()])
        }
        join(subscription, at: flags[world]?.lastNumber ?? number)
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

    private func append<Item>(_ batch: ChangeBatch<Item>, to chain: inout BatchChain<Item>) {
        count(chain.fold { numbers in isBoundary(numbers) })
        number += 1
        chain.append(batch, number: number)
        hold(batch)
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

    /// Returns the changes of values that a subscription lacks through a number, as one batch.
    func values(_ lag: Lag, through number: Int, seenFrom world: String?) -> ChangeBatch<Change>? {
        guard lag.next <= number else { return nil }
        let numbers = lag.next...number
        if let lastFolded, lastFolded.numbers == numbers, lastFolded.world == world {
            return lastFolded.batch
        }
        guard let batch = folded(values[world]?.batches(numbers) ?? []) else { return nil }
        lastFolded = (numbers, world, batch)
        return batch
    }

    /// Returns the changes of flags that a subscription lacks through a number, as one batch.
    func flags(_ lag: Lag, through number: Int, seenFrom world: String?) -> ChangeBatch<FlagDifference>? {
        guard lag.next <= number else { return nil }
        let numbers = lag.next...number
        if let lastFoldedFlags, lastFoldedFlags.numbers == numbers, lastFoldedFlags.world == world {
            return lastFoldedFlags.batch
        }
        guard let batch = folded(flags[world]?.batches(numbers) ?? []) else { return nil }
        lastFoldedFlags = (numbers, world, batch)
        return batch
    }

    private func folded<Item>(_ batches: [ChangeBatch<Item>]) -> ChangeBatch<Item>? {
        guard var folded = batches.first else { return nil }
        for batch in batches.dropFirst() {
            folded = folded.followed(by: batch)
        }
        return folded
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
        for world in Array(values.keys) {
            drop(below: first, from: &values[world, default: BatchChain()])
            if values[world]?.isEmpty == true {
                values[world] = nil
            }
        }
        for world in Array(flags.keys) {
            drop(below: first, from: &flags[world, default: BatchChain()])
            if flags[world]?.isEmpty == true {
                flags[world] = nil
            }
        }
        if positions.isEmpty {
            lastFolded = nil
            lastFoldedFlags = nil
        }
    }

    private func drop<Item>(below first: Int, from chain: inout BatchChain<Item>) {
        count(chain.drop(below: first))
    }

    /// Drops everything: the connection is closed, or is about to be.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for chain in values.values {
            count(BatchChain.Replacement(removed: chain.batches))
        }
        for chain in flags.values {
            count(BatchChain.Replacement(removed: chain.batches))
        }
        values = [:]
        flags = [:]
        lastFolded = nil
        lastFoldedFlags = nil
        laggards = laggards.map { _ in [] }
        positions = [:]
        open = []
    }

    // MARK: Counting

    private func count<Item>(_ replacement: BatchChain<Item>.Replacement) {
        for batch in replacement.added { hold(batch) }
        for batch in replacement.removed { release(batch) }
    }

    private func hold(_ batch: HeldBatch) {
        session.memory += batch.memory
        quota.hold(batch, by: peer.credentials.uid)
    }

    private func release(_ batch: HeldBatch) {
        session.memory -= batch.memory
        quota.release(batch, by: peer.credentials.uid)
    }
}
