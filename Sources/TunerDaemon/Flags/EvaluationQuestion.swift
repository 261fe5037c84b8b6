import FlagEngine
import JSONCore
import StateCore

/// The parameters of the frequent form of `flags.evaluate`, read in one pass over the bytes of the request.
struct EvaluationQuestion {
    private(set) var flag: EffectiveFlag?
    private var request = EvaluationRequest()
    /// The client's context; nil without one, or if ``ContextReader`` has read it.
    private var given: JSONRange?
    private var isContextRead = false

    private static let keyName: StaticString = "key"
    private static let contextName: StaticString = "context"
    private static let defaultName: StaticString = "default"
    private static let typeName: StaticString = "type"

    /// Reads the parameters; returns false if there is another member, or a member is wrong, or the key has no flag.
    ///
    /// If the name of another parameter than `key` is repeated, its last member counts.
    mutating func read(
        _ params: JSONRange,
        in text: Span<UInt8>,
        _ states: StateVersions,
        _ contexts: EvaluationContexts,
        over base: EvaluationContext
    ) -> Bool {
        var members = JSONMembers(of: params)
        while let name = members.nextName(in: text) {
            guard !name.hasEscapes else { return false }
            let bytes = text.extracting(name.range)
            if EvaluationQuestion.keyName.hasBytes(bytes) {
                let key = members.value(in: text)
                guard flag == nil, key.kind == .string, !key.hasEscapes else { return false }
                flag = EffectiveFlag(states.flag(text.extracting(key.range)))
            } else if EvaluationQuestion.contextName.hasBytes(bytes) {
                guard readContext(&members, in: text, contexts, over: base) else { return false }
            } else if EvaluationQuestion.defaultName.hasBytes(bytes) {
                request.callersDefault = members.value(in: text).value(in: text)
            } else if EvaluationQuestion.typeName.hasBytes(bytes) {
                guard let type = members.value(in: text).string(in: text).flatMap({ FlagType(rawValue: $0) }) else {
                    return false
                }
                request.type = type
            } else {
                return false
            }
        }
        return flag != nil
    }

    /// Reads the context, which must be an object; its values at once if the key came before it.
    private mutating func readContext(
        _ members: inout JSONMembers,
        in text: Span<UInt8>,
        _ contexts: EvaluationContexts,
        over base: EvaluationContext
    ) -> Bool {
        guard var given = members.membersOfValue(in: text) else { return false }
        if let rule = flag?.decidingRule, contexts.reader.read(rule, from: &given, in: text, over: base) {
            members.skip(given)
            self.given = nil
            isContextRead = true
        } else {
            self.given = members.value(in: text)
            isContextRead = false
        }
        return true
    }

    /// Returns the evaluation of a flag, which is that of the key.
    ///
    /// This builds no tree of the context if the flag's rule reads only a few of its members.
    func evaluation(
        of flag: EffectiveFlag,
        in text: Span<UInt8>,
        _ contexts: EvaluationContexts,
        over base: EvaluationContext
    ) -> Evaluation {
        if isContextRead {
            return flag.evaluate(request, in: base, reading: contexts.reader)
        }
        guard let given, let rule = flag.decidingRule else { return flag.evaluate(request, in: base) }
        var members = JSONMembers(of: given)
        if contexts.reader.read(rule, from: &members, in: text, over: base) {
            return flag.evaluate(request, in: base, reading: contexts.reader)
        }
        guard case .object(let object) = given.value(in: text) else {
            preconditionFailure("the context is an object")
        }
        return flag.evaluate(request, in: base.giving(object))
    }
}
