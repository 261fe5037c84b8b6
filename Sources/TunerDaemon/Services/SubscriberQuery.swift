import StateCore
import TunableEngine
import TunerAPI

/// The keys and the revision that a client asks about.
struct SubscriberQuery {
    /// The revision through which changes count.
    let revision: Int64
    /// The asked keys with their tunables, because a key can name a member; nil for all keys.
    private let keys: [(asked: Key, tunable: Key)]?
    private let view: View

    /// Creates a query; `keys` is nil for all keys.
    init(_ keys: [Key]?, through revision: Int64, in view: View) {
        self.revision = revision
        self.view = view
        self.keys = keys?.map { ($0, SubscriberQuery.tunable(of: $0, in: view)) }
    }

    private static func tunable(of key: Key, in view: View) -> Key {
        view.state.member(key, in: view.world)?.tunable ?? key
    }

    /// The tunables of the asked keys, each once; nil for all.
    var tunables: Set<Key>? { keys.map { Set($0.map(\.tunable)) } }

    /// Returns whether a reported key is an asked key, a member of one, or has one as its member.
    func concerns(_ text: String) -> Bool {
        guard let keys else { return true }
        guard let key = try? Key(text) else { return false }
        let tunable = SubscriberQuery.tunable(of: key, in: view)
        return keys.contains { asked, tunableOfAsked in
            guard tunableOfAsked == tunable else { return false }
            return asked == key || asked.text.hasPrefix(text + ".") || text.hasPrefix(asked.text + ".")
        }
    }

    /// Returns the revision that a client must have applied, which may be older than the last revision sent to it.
    ///
    /// Changes of other keys do not count.
    func wanted(from subscription: TunableSubscription) -> Int64 {
        let sent = min(revision, subscription.sentRevision)
        guard let tunables, subscription.world == nil else { return sent }
        var wanted: Int64 = 0
        for key in tunables where subscription.interest.wants(key) {
            guard let tunable = view.state.tunable(key) else { return sent }
            wanted = max(wanted, tunable.revision)
        }
        return min(wanted, sent)
    }
}
