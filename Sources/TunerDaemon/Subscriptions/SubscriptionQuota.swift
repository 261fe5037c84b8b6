import JSONCore
import RPCCore
import TunerAPI

/// How many subscriptions a connection may have, how much memory they may take, and how much each user takes already.
final class SubscriptionQuota {
    private let limits: DaemonLimits
    private var takenByUser: [UInt32: Int] = [:]

    init(_ limits: DaemonLimits) { self.limits = limits }

    /// Refuses one more subscription of a connection that has so many.
    func check(count: Int) throws(RPCError) {
        guard count < limits.subscriptions else {
            throw RPCError(
                limit: "subscriptions",
                limits.subscriptions,
                "a connection may have \(limits.subscriptions) subscriptions (--max-subscriptions)"
            )
        }
    }

    /// Refuses a subscription that takes so many bytes, where the connection's others take so many already.
    func check(_ bytes: Int, beside taken: Int, of user: UInt32) throws(RPCError) {
        guard taken + bytes <= limits.subscribedBytes else {
            throw RPCError(
                limit: "subscribedBytes",
                limits.subscribedBytes,
                "the subscriptions of a connection may take \(limits.subscribedBytes) bytes of memory "
                    + "(--max-subscribed-bytes); they take \(taken), and this one would take \(bytes) or more"
            )
        }
        let most = limits.subscribedBytesPerUser
        guard takenByUser[user, default: 0] + bytes <= most else {
            throw RPCError(
                limit: "subscribedBytesPerUser",
                most,
                "the subscriptions of all connections of user \(user) may take \(most) bytes of memory "
                    + "(--max-subscribed-bytes-per-user)"
            )
        }
    }

    /// Counts a batch that one more connection of a user holds: once for all of the user's.
    func hold(_ batch: HeldBatch, by user: UInt32) {
        let holders = batch.holders[user, default: 0]
        batch.holders[user] = holders + 1
        if holders == 0 {
            change(by: batch.memory, of: user)
        }
    }

    /// Counts a batch that a connection of a user holds no more.
    func release(_ batch: HeldBatch, by user: UInt32) {
        guard let holders = batch.holders[user] else { return }
        batch.holders[user] = holders == 1 ? nil : holders - 1
        if holders == 1 {
            change(by: -batch.memory, of: user)
        }
    }

    /// Counts memory that a user takes, or gives back.
    func change(by bytes: Int, of user: UInt32) {
        let taken = takenByUser[user, default: 0] + bytes
        takenByUser[user] = taken == 0 ? nil : taken
    }

    /// Whether backlogs have grown beyond what a connection that takes so many bytes, or its user, may take.
    func isExceeded(by taken: Int, of user: UInt32) -> Bool {
        taken > limits.subscribedBytes || takenByUser[user, default: 0] > limits.subscribedBytesPerUser
    }
}
