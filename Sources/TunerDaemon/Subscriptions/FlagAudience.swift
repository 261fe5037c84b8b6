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
    let context: EvaluationContext
    /// How many there are.
    var count = 0
    /// What a flag comes to for all of them, and in which gathering that was found out.
    var found: (gathering: UInt64, evaluation: Evaluation?, notice: FlagNotice?)?

    init(_ identity: Identity, _ context: EvaluationContext) {
        self.identity = identity
        self.context = context
    }

    var world: String? { identity.world }

    /// What a flag comes to for them at a time; nothing where there is no flag.
    func evaluate(_ flag: SeenFlag?, at time: Int64) -> Evaluation? {
        flag?.evaluate(EvaluationRequest(), in: context.at(time))
    }
}

extension SeenFlag {
    /// Whether what it comes to may change with the time alone.
    var mayChangeWithTime: Bool { definition.rule?.maySeeTime == true && !isForced && !isLimited }
}
