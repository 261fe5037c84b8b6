import FlagEngine
import JSONCore
import StateCore

/// Subscriptions of the same context, seen from the same world: what a flag comes to is found out once for all of them.
final class FlagAudience {
    /// What makes two subscriptions the same in all that an evaluation looks at, but for the time.
    struct Identity: Hashable {
        /// What callers say of themselves, and what they cannot say otherwise, as texts.
        let given: String
        let caller: String
        let world: String?

        init(given: JSONObject?, caller: JSONObject, world: String?) {
            self.given = given.map { Identity.text(of: $0) } ?? ""
            self.caller = Identity.text(of: caller)
            self.world = world
        }

        private static func text(of object: JSONObject) -> String {
            var bytes = ByteBuffer()
            do {
                try bytes.append(json: .object(object))
            } catch {
                preconditionFailure("what was read from JSON is finite")
            }
            return String(decoding: [UInt8](bytes), as: UTF8.self)
        }
    }

    let identity: Identity
    private let context: EvaluationContext
    /// Those that named a flag, by its key.
    private(set) var named: [FlagKey: [FlagSubscription]] = [:]
    /// Those that want all flags.
    private(set) var everything: [FlagSubscription] = []

    init(_ identity: Identity, _ context: EvaluationContext) {
        self.identity = identity
        self.context = context
    }

    var world: String? { identity.world }

    var isEmpty: Bool { named.isEmpty && everything.isEmpty }

    /// All of them, each once.
    var all: [FlagSubscription] {
        var all: [ObjectIdentifier: FlagSubscription] = [:]
        for subscription in named.values.joined() {
            all[ObjectIdentifier(subscription)] = subscription
        }
        return everything + all.values
    }

    /// Those that want a flag.
    func subscriptions(for key: FlagKey) -> [FlagSubscription] {
        everything + (named[key] ?? [])
    }

    func add(_ subscription: FlagSubscription) {
        guard let keys = subscription.keys else { return everything.append(subscription) }
        for key in keys {
            named[key, default: []].append(subscription)
        }
    }

    func remove(_ subscription: FlagSubscription) {
        everything.removeAll { $0 === subscription }
        for key in subscription.keys ?? [] {
            named[key]?.removeAll { $0 === subscription }
            if named[key]?.isEmpty == true {
                named[key] = nil
            }
        }
    }

    /// What a flag comes to for them at a time; nothing where there is no flag.
    func evaluate(_ flag: SeenFlag?, at time: Int64) -> Evaluation? {
        flag?.evaluate(EvaluationRequest(), in: context.at(time))
    }
}

extension SeenFlag {
    /// Whether what it comes to may change with the time alone.
    var mayChangeWithTime: Bool { definition.rule?.maySeeTime == true && !isForced && !isLimited }
}
