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
    var found: (gathering: UInt64, evaluation: SharedEvaluation)?

    init(_ identity: Identity, _ context: EvaluationContext) {
        self.identity = identity
        self.context = context
    }

    var world: String? { identity.world }

    /// The additional cost of one evaluation, counted in evaluations of a small context: a rule can read the whole context.
    var contextWork: Int { identity.given.utf8.count / 256 }

    /// What a flag comes to for them at a time; nothing where there is no flag.
    func evaluate(_ flag: EffectiveFlag?, at time: Int64) -> Evaluation? {
        flag?.evaluate(EvaluationRequest(), in: context.at(time))
    }

    /// Evaluates a flag as it is, and as it was where that does not depend on when a subscription was notified last.
    func evaluate(_ flag: FlagDifference, at now: Int64) -> SharedEvaluation {
        let evaluation = evaluate(flag.new, at: now)
        guard flag.old?.mayChangeWithTime != true else { return SharedEvaluation(evaluation: evaluation, notice: nil) }
        let notice = FlagNotice(flag.key, from: SentFlag(evaluate(flag.old, at: now)), to: evaluation)
        return SharedEvaluation(evaluation: evaluation, notice: notice)
    }
}

/// What an evaluation of one flag gives to all of an audience.
struct SharedEvaluation {
    /// What the flag is now.
    let evaluation: Evaluation?
    /// The change from what it was; none where there is none, or where the old rule looks at the time.
    let notice: FlagNotice?
}

extension EffectiveFlag {
    /// Whether what it comes to may change with the time alone.
    var mayChangeWithTime: Bool { definition.rule?.maySeeTime == true && !isForced && !isLimited }
}
