import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

extension RPCError {
    /// Creates the error for a refused mutation.
    init(_ refusal: StateRefusal) {
        self.init(refusal.kind, refusal.description, facts: refusal.facts)
    }
}

extension StateRefusal {
    fileprivate var kind: ErrorKind {
        switch self {
        case .unknownKey, .unknownMember, .isMember, .noTunableButFlag, .noValue, .undeclared: .unknownKey
        case .unknownFlag, .noFlagButTunable: .unknownFlag
        case .override(_, .unknownVariant): .outOfRange
        case .override(_, .type): .typeMismatch
        case .value(_, let fault), .member(_, let fault):
            switch fault.kind {
            case .typeMismatch: .typeMismatch
            case .outOfRange: .outOfRange
            }
        case .readOnly: .readOnly
        case .changed, .exists, .changedByOther, .worldExists, .flagExists: .conflict
        case .tryInWorld, .alreadyTried, .unknownTry, .temporary: .conflict
        case .nothingToUndo, .notUndoable, .nothingToRedo: .conflict
        case .declaredDifferently, .builtIn, .builtInFlag: .declarationConflict
        case .schema: .invalidDefinition
        case .unknownLayer: .unknownLayer
        case .layerTwice: .invalidParams
        case .unknownWorld, .isProposal: .unknownWorld
        case .tooMany, .longKey, .largeValue, .deepValue, .largeKillSwitch: .tooLarge
        case .several(let faults): faults.first?.kind ?? .internal
        }
    }

    /// The error data, which a program can read.
    fileprivate var facts: JSONObject {
        switch self {
        case .undeclared(let key, _, isFlag: true):
            return ["key": .string(key.text), "isFlag": true]
        case .unknownKey(let key, let nearest), .undeclared(let key, let nearest, isFlag: false),
            .unknownMember(let key, _, _, _, let nearest):
            var facts: JSONObject = ["key": .string(key.text)]
            facts["nearest"] = nearest.map { .string($0) }
            return facts
        case .unknownFlag(let key, let nearest):
            var facts: JSONObject = ["key": .string(key.text)]
            facts["nearest"] = nearest.map { .string($0) }
            return facts
        case .isMember(let key, let tunable):
            return ["key": .string(key.text), "memberOf": .string(tunable.text)]
        case .noTunableButFlag(let key):
            return ["key": .string(key.text), "isFlag": true]
        case .noFlagButTunable(let key):
            return ["key": .string(key.text), "isTunable": true]
        case .override(let key, let fault):
            return StateRefusal.facts(of: fault, in: key.text)
        case .noValue(let key), .builtIn(let key):
            return ["key": .string(key.text)]
        case .value(let key, let fault):
            return StateRefusal.facts(of: fault, in: key.text)
        case .member(let name, let fault):
            return StateRefusal.facts(of: fault, in: name)
        case .readOnly(let key, let layer):
            var facts: JSONObject = ["key": .string(key.text)]
            facts["layer"] = layer.map { .string($0) }
            return facts
        case .changed(let key, let since, let revision):
            return ["key": .string(key.text), "ifRevision": .integer(since), "revision": .integer(revision)]
        case .exists(let key, let revision):
            return ["key": .string(key.text), "ifRevision": 0, "revision": .integer(revision)]
        case .changedByOther(let subject, let actor, let revision):
            return [
                "key": .string(subject.text), "revision": .integer(revision), "client": .string(actor.client.shortened),
            ]
        case .builtInFlag(let key, _), .flagExists(let key):
            return ["key": .string(key.text)]
        case .declaredDifferently(let subject, let actor, _):
            return ["key": .string(subject.text), "client": .string(actor.client.shortened)]
        case .temporary(let subject):
            return ["key": .string(subject.text)]
        case .nothingToUndo, .nothingToRedo:
            return [:]
        case .notUndoable(let commit, let reasons, let canSkip):
            var facts: JSONObject = [
                "revision": .integer(commit.revision), "operation": .string(commit.operation.name.shortened),
            ]
            facts["key"] = reasons.first?.facts["key"]
            facts["skip"] = canSkip ? true : nil
            return facts
        case .schema(let faults):
            return faults.facts
        case .unknownLayer(let name, let nearest):
            var facts: JSONObject = ["layer": .string(name.shortened)]
            facts["nearest"] = nearest.map { .string($0) }
            return facts
        case .layerTwice(let name):
            return ["layer": .string(name.shortened)]
        case .unknownWorld(let id), .worldExists(let id), .isProposal(let id):
            return ["world": .string(id.shortened)]
        case .tryInWorld(let id):
            return ["world": .string(id.shortened)]
        case .alreadyTried(_, let id, let actor):
            return ["try": .integer(id), "client": .string(actor.client.shortened)]
        case .unknownTry(let id, let end):
            var facts: JSONObject = ["try": .integer(id)]
            facts["outcome"] = end.map { .string($0.0.rawValue) }
            facts["revision"] = end.map { .integer($0.revision) }
            return facts
        case .tooMany(let counted, let limit):
            return ["limit": .string(counted.rawValue), "maximum": .integer(Int64(limit))]
        case .longKey(let subject, let limit):
            return ["key": .string(subject.text), "limit": "key", "maximum": .integer(Int64(limit))]
        case .largeValue(let subject, let bytes, let limit):
            return [
                "key": .string(subject.text), "limit": "value", "maximum": .integer(Int64(limit)),
                "bytes": .integer(Int64(bytes)),
            ]
        case .deepValue(let subject, let limit):
            return ["key": .string(subject.text), "limit": "valueNesting", "maximum": .integer(Int64(limit))]
        case .largeKillSwitch(let bytes, let limit):
            return [
                "limit": "killSwitchBytes", "maximum": .integer(Int64(limit)), "bytes": .integer(Int64(bytes)),
            ]
        case .several(let faults):
            return ["faults": .array(faults.map { .object($0.fault) })]
        }
    }

    private static func facts(of fault: ValueFault, in key: String) -> JSONObject {
        var facts: JSONObject = ["key": .string(key)]
        for fact in fault.facts.members {
            facts[fact.name] = fact.value
        }
        return facts
    }

    private static func facts(of fault: FlagOverrideFault, in key: String) -> JSONObject {
        var facts: JSONObject = ["key": .string(key)]
        switch fault {
        case .unknownVariant(let name, let nearest):
            facts["variant"] = .string(name.shortened)
            facts["nearest"] = nearest.map { .string($0.shortened) }
        case .type(let expected, _, let variant):
            facts["expected"] = .string(expected.rawValue)
            facts["variant"] = variant.map { .string($0.shortened) }
        }
        return facts
    }

    /// The error as an element of a list of several errors.
    private var fault: JSONObject {
        var fault: JSONObject = ["kind": .string(kind.rawValue), "message": .string(description)]
        for fact in facts.members {
            fault[fact.name] = fact.value
        }
        return fault
    }
}
