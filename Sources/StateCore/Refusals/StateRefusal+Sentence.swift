import FlagEngine
import JSONCore
import TunableEngine

extension StateRefusal: CustomStringConvertible {
    /// One sentence for a user.
    package var description: String {
        switch self {
        case .unknownKey(let key, let nearest):
            "there is no key \(key.text.shown)" + StateRefusal.guess(nearest)
        case .noTunableButFlag(let key):
            "\(key.text.shown) is a flag, not a tunable"
        case .unknownMember(_, let name, let parent, let members, let nearest):
            "\(parent.shown) has no member \(name.shown)" + StateRefusal.guess(nearest, among: members)
        case .isMember(let key, let tunable):
            "\(key.text.shown) is a member of the tunable \(tunable.text.shown)"
        case .unknownFlag(let key, let nearest):
            "there is no flag \(key.text.shown)" + StateRefusal.guess(nearest)
        case .flagExists(let key):
            "there is a flag \(key.text.shown) already"
        case .noFlagButTunable(let key):
            "\(key.text.shown) is a tunable, not a flag"
        case .override(let key, let fault):
            fault.sentence(about: key.text)
        case .noValue(let key):
            "\(key.text.shown) has no value: it is declared without a default, and no value was set"
        case .undeclared(let key, _, isFlag: true):
            "\(key.text.shown) is a flag, not a declared tunable, and tunerd runs with --strict"
        case .undeclared(let key, let nearest, isFlag: false):
            "\(key.text.shown) is not declared, and tunerd runs with --strict" + StateRefusal.guess(nearest)
        case .value(let key, let fault):
            fault.sentence(about: key.text)
        case .member(let name, let fault):
            fault.sentence(about: name)
        case .readOnly(let key, let layer?):
            "\(key.text.shown) is locked by the layer \(layer.shown); only that layer can change it"
        case .readOnly(let key, nil):
            "\(key.text.shown) is declared read-only"
        case .changed(let key, let since, let revision):
            "\(key.text.shown) changed in revision \(revision), after revision \(since)"
        case .exists(let key, let revision):
            "\(key.text.shown) exists already (revision \(revision))"
        case .changedByOther(let subject, let actor, let revision):
            "\(actor.client.shown) changed \(subject.text.shown) later, in revision \(revision)"
        case .nothingToUndo: "there is nothing to undo"
        case .notUndoable(let commit, let reasons, let canSkip):
            "revision \(commit.revision) (\(commit.summary)) cannot be undone"
                + reasons.prefix(1).map { ": \($0)" }.joined()
                + (reasons.count > 1 ? ", and \(reasons.count - 1) more" : "")
                + (canSkip ? "; to undo the change before it, use skip" : "")
        case .nothingToRedo: "there is nothing to redo"
        case .declaredDifferently(let subject, let actor, let difference):
            "\(subject.text.shown) is declared differently by \(actor.client.shown)"
                + (difference.map { ": \($0.words)" } ?? "")
        case .builtIn(let key):
            "\(key.text.shown) is built in, so its declaration cannot change; to remove a set value, use tunables.reset"
        case .builtInFlag(let key, let type):
            "\(key.text.shown) is a built-in flag of type \(type.rawValue); its type cannot change"
        case .schema(let faults): "the layer's schema: \(faults.faults[0])"
        case .unknownLayer(let name, let nearest):
            "there is no layer \(name.shown)" + StateRefusal.guess(nearest)
        case .layerTwice(let name): "the layer \(name.shown) is named twice"
        case .unknownWorld(let id): "there is no world \(id.shown); it has ended, or never existed"
        case .worldExists(let id): "there is a world \(id.shown) already"
        case .isProposal(let id):
            "the world \(id.shown) is a proposal, which a person accepts or rejects; no client can join it"
        case .temporary(let subject):
            "\(subject.text.shown) is temporary in the world, and a proposal has no temporary values; "
                + "set it without for, or wait until it ends"
        case .tryInWorld(let id):
            "a try changes what every program sees, and the caller is in the world \(id.shown); "
                + "in a world, set a temporary value instead"
        case .alreadyTried(let name, let id, let actor):
            "\(name) is part of the try \(id) of \(actor.client.shown); confirm or cancel that try first"
        case .unknownTry(let id, let end?):
            "the try \(id) has ended: \(end.1.client.shown) \(end.0.words) it in revision \(end.revision)"
        case .unknownTry(let id, nil):
            "there is no try \(id)"
        case .tooMany(let counted, let limit): "there may be at most \(limit) \(counted.words)"
        case .longKey(let subject, let limit):
            "a key may have at most \(limit) bytes; \(subject.text.shown) has \(subject.text.utf8.count)"
        case .largeValue(let subject, let bytes, let limit):
            "a value may have at most \(limit) bytes; the value of \(subject.text.shown) has \(bytes)"
        case .deepValue(let subject, let limit):
            "arrays and objects in a value may be nested at most \(limit) levels deep; "
                + "the value of \(subject.text.shown) is deeper"
        case .largeKillSwitch(let bytes, let limit):
            "the patterns and reasons of the kill switch may have at most \(limit) bytes; "
                + "with this change they would have \(bytes)"
        case .several(let faults):
            "\(faults[0]); and \(faults.count - 1) more"
        }
    }

    /// Returns the nearest name, or else the first names of a list.
    private static func guess(_ nearest: String?, among names: [String]) -> String {
        guard nearest == nil, !names.isEmpty else { return guess(nearest) }
        let list = names.prefix(8).map(\.shown).joined(separator: ", ")
        return "; it has \(list)\(names.count > 8 ? ", …" : "")"
    }

    private static func guess(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0.shown)?" } ?? ""
    }
}

extension TryEnd.Outcome {
    /// What the client of the commit did to the try.
    fileprivate var words: String {
        switch self {
        case .kept: "kept"
        case .reverted: "reverted"
        case .replaced: "replaced the last change of"
        }
    }
}

extension StateRefusal.Counted {
    fileprivate var words: String {
        switch self {
        case .keys, .flags, .layers, .worlds: rawValue
        case .proposals: "proposals; accept or reject one first"
        case .killSwitchPatterns: "patterns of the kill switch"
        }
    }
}
