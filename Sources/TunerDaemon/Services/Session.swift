import JSONCore
import RPCCore
import StateCore
import TunerAPI

/// What the daemon remembers of a connection besides who runs the peer.
final class Session {
    /// What the client calls itself.
    var client: String? {
        didSet {
            actor = nil
            identity = nil
            context = nil
            answers = nil
            stews = nil
        }
    }
    /// The version it said.
    var version: String?
    /// The world that it has joined.
    var world: String?
    /// Whether the environment of the peer's process was looked at for a world.
    var hasLookedForWorld = false
    /// Its subscriptions, of all sorts, by their names.
    private var subscriptions: [String: any PeerSubscription] = [:]
    /// How many it has had.
    private var subscriptionCount = 0
    /// Those that are told again when the client has read, the first first.
    var slow: [any PatientSubscription] = []
    /// Who it is; found once.
    var actor: Actor?
    /// The same as flags' rules see it.
    var identity: JSONObject?
    /// The context that it gave last.
    var context: RememberedContext?
    /// What it was answered lately about flags.
    var answers: RememberedAnswers?
    /// The same about stews.
    var stews: RememberedAnswers?

    /// Makes the name of one more subscription, behind a letter; throws where there are so many already.
    func nameSubscription(_ letter: Character, limit: Int) throws(RPCError) -> String {
        guard subscriptions.count < limit else {
            throw RPCError(
                ErrorKind.tooLarge,
                "a connection may have \(limit) subscriptions (--max-subscriptions)",
                facts: ["limit": .string("subscriptions"), "maximum": .integer(Int64(limit))]
            )
        }
        subscriptionCount += 1
        return "\(letter)\(subscriptionCount)"
    }

    /// Keeps a subscription, and the connection open for what it is told.
    func add(_ subscription: some PeerSubscription) {
        subscriptions[subscription.id] = subscription
        subscription.peer.keepers += 1
    }

    /// Lets go of one that is ending.
    func remove(_ subscription: some PeerSubscription) {
        guard subscriptions.removeValue(forKey: subscription.id) != nil else { return }
        subscription.peer.keepers -= 1
        slow.removeAll { $0 === subscription }
    }

    /// Ends the subscription of a name, if it is of the right sort.
    func endSubscription(_ name: String, where isOfSort: (any PeerSubscription) -> Bool) throws(RPCError) {
        guard let subscription = subscriptions[name], isOfSort(subscription) else { throw .noSubscription(name) }
        subscription.end()
    }

    /// Ends all of them, with the connection.
    func endSubscriptions() {
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
        RPCError(
            ErrorKind.invalidParams,
            "the connection has no subscription \(name.shown)",
            facts: ["parameter": "subscription"]
        )
    }
}
