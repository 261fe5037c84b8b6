import JSONCore
import RPCCore
import TunerAPI

/// The limits on the number and the memory of subscriptions, and the memory that each user uses.
final class SubscriptionQuota {
    private let limits: DaemonLimits
    private var takenByUser: [UInt32: Int] = [:]

    init(_ limits: DaemonLimits) { self.limits = limits }

    /// Throws if a connection with `count` subscriptions may not have another one.
    func check(count: Int) throws(RPCError) {
        guard count < limits.subscriptions else {
            throw RPCError(
                limit: "subscriptions",
                limits.subscriptions,
                "a connection may have at most \(limits.subscriptions) subscriptions (--max-subscriptions)"
            )
        }
    }

    /// Throws if a subscription of `bytes` would exceed the limit of its connection, which uses `taken` bytes, or of
    /// its user.
    func check(_ bytes: Int, beside taken: Int, of user: UInt32) throws(RPCError) {
        guard taken + bytes <= limits.subscribedBytes else {
            throw RPCError(
                limit: "subscribedBytes",
                limits.subscribedBytes,
                "the subscriptions of a connection may take at most \(limits.subscribedBytes) bytes of memory "
                    + "(--max-subscribed-bytes); they take \(taken), and the new one would take \(bytes) or more"
            )
        }
        let most = limits.subscribedBytesPerUser
        guard takenByUser[user, default: 0] + bytes <= most else {
            throw RPCError(
                limit: "subscribedBytesPerUser",
                most,
                "the subscriptions of all connections of user \(user) may take at most \(most) bytes of memory "
                    + "(--max-subscribed-bytes-per-user)"
            )
        }
    }

    /// Counts a batch that one more connection of a user holds.
    ///
    /// A batch counts once for each user.
    func hold(_ batch: HeldBatch, by user: UInt32) {
        let holders = batch.holders[user, default: 0]
        batch.holders[user] = holders + 1
        if holders == 0 {
            change(by: batch.memory, of: user)
        }
    }

    /// Notes that a connection of a user no longer holds a batch.
    func release(_ batch: HeldBatch, by user: UInt32) {
        guard let holders = batch.holders[user] else { return }
        batch.holders[user] = holders == 1 ? nil : holders - 1
        if holders == 1 {
            change(by: -batch.memory, of: user)
        }
    }

    /// Adds to the memory that a user uses; `bytes` is negative when the user frees memory.
    func change(by bytes: Int, of user: UInt32) {
        let taken = takenByUser[user, default: 0] + bytes
        takenByUser[user] = taken == 0 ? nil : taken
    }

    /// Returns whether a connection that uses `taken` bytes, or its user, exceeds a memory limit.
    func isExceeded(by taken: Int, of user: UInt32) -> Bool {
        taken > limits.subscribedBytes || takenByUser[user, default: 0] > limits.subscribedBytesPerUser
    }
}
