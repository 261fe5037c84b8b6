import FlagEngine
import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// The data that the daemon keeps about a connection.
final class Session {
    /// The name that the client gave itself.
    var client: String? {
        didSet {
            actor = nil
            identity = nil
            context = nil
            evaluations = nil
        }
    }
    /// The version that the client gave itself.
    var version: String?
    /// Whether results show the values of secret keys.
    var reveals = false
    /// Whether `worlds.move` must not move the connection.
    var isFixed = false
    /// The declarations of the connection.
    var declarations = SessionDeclarations()
    /// The faults that the program has reported.
    var faults: [ProgramFaultRecord] = []
    /// The world that the connection has joined.
    var world: String?
    /// Whether the connection has joined the world of the peer's process, or must not join it.
    var hasLookedForWorld = false
    /// The connection's subscriptions of all kinds, by name.
    private var subscriptions: [String: any LaggingSubscription] = [:]
    /// The number of subscriptions that the connection has ever had.
    private var subscriptionCount = 0
    /// The bytes of memory that the subscriptions and their backlog use.
    var memory = 0
    private var quota: SubscriptionQuota?
    /// The unfinished call in several pieces, if there is one.
    var staged: StagedCall?
    /// The author of the connection's changes, looked up once.
    var actor: Actor?
    /// The daemon's part of the context for targeting rules, created once.
    var identity: JSONObject?
    /// The context for targeting rules without members from the client, at the time of the last evaluation.
    var context: EvaluationContext?
    /// The recent evaluations of flags.
    var evaluations: RecentEvaluations?

    /// Returns the name of a new subscription: a letter and a number.
    ///
    /// Throws if the connection has too many subscriptions, or if a subscription of `bytes` would exceed a memory
    /// limit.
    func nameSubscription(
        _ letter: Character,
        taking bytes: Int,
        of user: UInt32,
        _ quota: SubscriptionQuota
    ) throws(RPCError) -> String {
        try quota.check(count: subscriptions.count)
        try quota.check(bytes, beside: memory, of: user)
        self.quota = quota
        subscriptionCount += 1
        return "\(letter)\(subscriptionCount)"
    }

    /// The changes that the subscriptions have not received yet; created when the first subscription lags.
    private(set) var backlog: Backlog?

    /// Returns the backlog, and creates it if necessary.
    ///
    /// The connection must have had a subscription.
    func backlog(of peer: any Peer, _ deliveries: Deliveries) -> Backlog {
        if let backlog { return backlog }
        guard let quota else { preconditionFailure("a subscription was named before it can lag") }
        let made = Backlog(self, of: peer, deliveries, quota)
        backlog = made
        return made
    }

    /// Adds a subscription.
    ///
    /// The connection then stays open for its notifications, even if the peer has closed its sending side.
    func add(_ subscription: some LaggingSubscription) {
        subscriptions[subscription.id] = subscription
        count(subscription.memory, of: subscription)
        subscription.peer.keepers += 1
    }

    /// All subscriptions of the connection, in no particular order.
    var allSubscriptions: [any LaggingSubscription] { Array(subscriptions.values) }

    /// Replaces a subscription by one of the same name, which uses no more memory.
    func replace(_ subscription: some LaggingSubscription, by successor: some LaggingSubscription) {
        subscriptions[subscription.id] = successor
        count(successor.memory - subscription.memory, of: subscription)
    }

    /// Changes the memory that a subscription uses; throws if it would exceed a limit.
    func resize(_ subscription: some LaggingSubscription, by growth: Int, _ quota: SubscriptionQuota) throws(RPCError) {
        if growth > 0 {
            try quota.check(growth, beside: memory, of: subscription.peer.credentials.uid)
        }
        subscription.memory += growth
        count(growth, of: subscription)
    }

    private func count(_ bytes: Int, of subscription: some LaggingSubscription) {
        memory += bytes
        quota?.change(by: bytes, of: subscription.peer.credentials.uid)
    }

    /// Removes a subscription that is ending.
    func remove(_ subscription: some LaggingSubscription) {
        guard subscriptions.removeValue(forKey: subscription.id) != nil else { return }
        count(-subscription.memory, of: subscription)
        subscription.peer.keepers -= 1
    }

    /// Returns a subscription to tunables by name; throws if the connection has none of this name.
    func tunableSubscription(_ name: String, parameter: StaticString) throws(RPCError) -> TunableSubscription {
        guard let subscription = subscriptions[name] as? TunableSubscription else {
            throw .noSubscription(name, hasOther: subscriptions[name] != nil, parameter: parameter)
        }
        return subscription
    }

    /// Ends a subscription by name; throws if no subscription of the kind has the name.
    func endSubscription(_ name: String, of kind: PeerSubscription.Type) throws(RPCError) {
        guard let subscription = subscriptions[name], type(of: subscription) == kind else {
            throw .noSubscription(name, hasOther: subscriptions[name] != nil)
        }
        subscription.end()
    }

    /// Ends all subscriptions when the connection closes.
    func endSubscriptions() {
        backlog?.close()
        for subscription in subscriptions.values {
            subscription.end()
        }
    }

    /// Joins a world, or leaves the current world if `world` is nil.
    func join(_ world: String?) {
        self.world = world
        hasLookedForWorld = true
    }
}

extension RPCError {
    /// Returns the error for a subscription that the connection does not have.
    ///
    /// `hasOther` is whether it has one with this name, which another method has made.
    fileprivate static func noSubscription(
        _ name: String,
        hasOther: Bool,
        parameter: StaticString = "subscription"
    ) -> RPCError {
        let sentence =
            hasOther
            ? "another method has made the subscription \(name.shown): call unsubscribe of the same family"
            : "the connection has no subscription \(name.shown)"
        return RPCError(parameter: parameter, sentence)
    }
}
