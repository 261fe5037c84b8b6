import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// What the daemon remembers of a connection besides who runs the peer.
final class Session {
    /// What the client calls itself.
    var client: String? {
        didSet {
            actor = nil
            identity = nil
            evaluations = nil
        }
    }
    /// The version it said.
    var version: String?
    /// The world that it has joined.
    var world: String?
    /// Whether the environment of the peer's process was looked at for a world.
    var hasLookedForWorld = false
    /// Its subscriptions, of all sorts, by their names.
    private var subscriptions: [String: any LaggingSubscription] = [:]
    /// How many it has had.
    private var subscriptionCount = 0
    /// Bytes of memory that its subscriptions and their backlogs take.
    var memory = 0
    private var quota: SubscriptionQuota?
    /// The pieces of a call of which more follow.
    var staged: StagedCall?
    /// Who it is; found once.
    var actor: Actor?
    /// The same as flags' rules see it.
    var identity: JSONObject?
    /// What it evaluated recently.
    var evaluations: RecentEvaluations?

    /// Makes the name of one more subscription, behind a letter; throws where there are so many already, or where it takes
    /// too much memory beside them.
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

    /// What its subscriptions have not received yet; made with the first of them.
    private(set) var backlog: Backlog?

    /// Returns the backlog of a connection that has a subscription.
    func backlog(of peer: any Peer, _ deliveries: Deliveries) -> Backlog {
        if let backlog { return backlog }
        guard let quota else { preconditionFailure("a subscription was named before it can lag") }
        let made = Backlog(self, of: peer, deliveries, quota)
        backlog = made
        return made
    }

    /// Keeps a subscription, and the connection open for what it is told.
    func add(_ subscription: some LaggingSubscription) {
        subscriptions[subscription.id] = subscription
        memory += subscription.memory
        quota?.change(by: subscription.memory, of: subscription.peer.credentials.uid)
        subscription.peer.keepers += 1
    }

    /// Lets go of one that is ending.
    func remove(_ subscription: some LaggingSubscription) {
        guard subscriptions.removeValue(forKey: subscription.id) != nil else { return }
        memory -= subscription.memory
        quota?.change(by: -subscription.memory, of: subscription.peer.credentials.uid)
        subscription.peer.keepers -= 1
    }

    /// Ends the subscription of a name, if it is of the right kind.
    func endSubscription(_ name: String, of kind: PeerSubscription.Type) throws(RPCError) {
        guard let subscription = subscriptions[name], type(of: subscription) == kind else {
            throw .noSubscription(name)
        }
        subscription.end()
    }

    /// Ends all of them, with the connection.
    func endSubscriptions() {
        backlog?.close()
        for subscription in subscriptions.values {
            subscription.end()
        }
    }

    /// Joins a world, or leaves the one it is in.
    func join(_ world: String?) {
        self.world = world
        hasLookedForWorld = true
    }
}

extension RPCError {
    /// A connection names a subscription that it does not have.
    fileprivate static func noSubscription(_ name: String) -> RPCError {
        RPCError(parameter: "subscription", "the connection has no subscription \(name.shown)")
    }
}
