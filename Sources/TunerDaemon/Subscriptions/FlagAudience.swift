import FlagEngine
import JSONCore
import StateCore

/// Subscriptions with the same context in the same world; each flag is evaluated once for all of them.
final class FlagAudience {
    /// The inputs of an evaluation, except the time; equal identities receive equal results.
    struct Identity: Hashable {
        /// The context that the client sent, and the context that the daemon added, as JSON text.
        let given: String
        let caller: String
        let world: String?

        init(given: JSONObject?, caller: JSONObject, world: String?) {
            self.given = given.map { Identity.text(of: $0) } ?? ""
            self.caller = Identity.text(of: caller)
            self.world = world
        }

        private init(given: String, caller: String, world: String?) {
            self.given = given
            self.caller = caller
            self.world = world
        }

        /// Returns the same identity in another world.
        func moved(to world: String?) -> Identity { Identity(given: given, caller: caller, world: world) }

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
    /// The number of subscriptions in the audience.
    var count = 0
    /// The result of the newest evaluation, and the number of the gathering that made it.
    var found: (gathering: UInt64, evaluation: SharedEvaluation)?

    init(_ identity: Identity, _ context: EvaluationContext) {
        self.identity = identity
        self.context = context
    }

    var world: String? { identity.world }

    /// The additional cost of one evaluation, in units of one evaluation with a small context.
    ///
    /// A targeting rule can read the whole context.
    var contextWork: Int { identity.given.utf8.count / 256 }

    /// Returns the evaluation of a flag at a time in seconds since 1970; nil if the flag does not exist.
    func evaluate(_ flag: EffectiveFlag?, at time: Int64) -> Evaluation? {
        flag?.evaluate(EvaluationRequest(), in: context.at(time))
    }

    /// Evaluates the new state of a flag, and also the old state if its result does not depend on the time.
    ///
    /// If the old result depends on the time, each subscription must evaluate it at the time of its last evaluation.
    func evaluate(_ flag: FlagDifference, at now: Int64) -> SharedEvaluation {
        let (old, new) = (flag.old, flag.new)
        let evaluation = evaluate(new, at: now)
        let mayChange = (was: old?.mayChangeWithTime == true, is: new?.mayChangeWithTime == true)
        let notice = mayChange.was ? nil : FlagNotice(flag.key, from: SentFlag(evaluate(old, at: now)), to: evaluation)
        return SharedEvaluation(evaluation: evaluation, notice: notice, mayChange: mayChange)
    }
}

/// The evaluation of one flag change for all subscriptions of an audience.
struct SharedEvaluation {
    /// The evaluation of the flag's new state; nil if the flag was removed.
    let evaluation: Evaluation?
    /// The change from the old result; nil if the result is unchanged, or if the old rule depends on the time.
    let notice: FlagNotice?
    /// Whether the time alone may change the result of the old and of the new state of the flag.
    let mayChange: (was: Bool, is: Bool)
}

extension EffectiveFlag {
    /// Whether the result of an evaluation may change with the time alone.
    var mayChangeWithTime: Bool { definition.rule?.maySeeTime == true && !isOverridden && !isLimited }
}
