import FlagEngine
import StateCore
import TunableEngine

/// The reason for a refusal by the oracle, as words.
///
/// Refusals of the state are converted to the same words to compare them.
struct Complaint: Error, Hashable {
    let faults: Set<String>

    init(_ faults: Set<String>) {
        self.faults = faults
    }

    init(_ fault: String) {
        faults = [fault]
    }

    init(_ key: Key, _ fault: ValueFault) {
        self.init("\(fault.kind.rawValue) \(key)")
    }

    init(_ key: FlagKey, _ fault: FlagOverrideFault) {
        switch fault {
        case .unknownVariant(let name, _): self.init("unknownVariant \(key) \(name)")
        case .type: self.init("type \(key)")
        }
    }

    init(_ refusal: StateRefusal) {
        faults = Complaint.words(refusal)
    }

    private static func words(_ refusal: StateRefusal) -> Set<String> {
        switch refusal {
        case .unknownKey(let key, _): ["unknownKey \(key)"]
        case .unknownMember(let key, _, _, _, _): ["unknownMember \(key)"]
        case .isMember(let key, _): ["isMember \(key)"]
        case .noTunableButFlag(let key): ["unknownKey \(key)"]
        case .unknownFlag(let key, _), .noFlagButTunable(let key): ["unknownFlag \(key)"]
        case .flagExists(let key): ["flagExists \(key)"]
        case .override(let key, let fault): Complaint(key, fault).faults
        case .noValue(let key): ["noValue \(key)"]
        case .undeclared(let key, _, _): ["undeclared \(key)"]
        case .value(let key, let fault): Complaint(key, fault).faults
        case .member(let name, let fault): ["member \(name) \(fault.kind.rawValue)"]
        case .readOnly(let key, let layer): ["readOnly \(key) \(layer ?? "")"]
        case .changed(let key, let since, let revision): ["changed \(key) \(since) \(revision)"]
        case .exists(let key, let revision): ["exists \(key) \(revision)"]
        case .changedByOther(let subject, let actor, let revision):
            ["changedByOther \(subject.text) \(actor.client) \(revision)"]
        case .nothingToUndo: ["nothingToUndo"]
        case .notUndoable(let commit, let reasons, let canSkip):
            Set(
                (reasons.isEmpty ? [""] : reasons.flatMap(words)).map {
                    "notUndoable \(commit.revision) \(canSkip) \($0)"
                }
            )
        case .nothingToRedo: ["nothingToRedo"]
        case .declaredDifferently(let subject, let actor, _): ["declaredDifferently \(subject.text) \(actor.client)"]
        case .builtIn(let key): ["builtIn \(key)"]
        case .builtInFlag(let key, _): ["builtInFlag \(key)"]
        case .schema: ["schema"]
        case .unknownLayer(let name, _): ["unknownLayer \(name)"]
        case .layerTwice(let name): ["layerTwice \(name)"]
        case .unknownWorld(let id): ["unknownWorld \(id)"]
        case .worldExists(let id): ["worldExists \(id)"]
        case .isProposal(let id): ["isProposal \(id)"]
        case .temporary(let subject): ["temporary \(subject.text)"]
        case .tryInWorld(let id): ["tryInWorld \(id)"]
        case .alreadyTried(let name, let id, let actor): ["alreadyTried \(name) \(id) \(actor.client)"]
        case .unknownTry(let id, _): ["unknownTry \(id)"]
        case .tooMany(let counted, let limit): ["tooMany \(counted.rawValue) \(limit)"]
        case .largeKillSwitch(let bytes, let limit): ["largeKillSwitch \(bytes) \(limit)"]
        case .longKey(let subject, let limit): ["longKey \(subject.text) \(limit)"]
        case .largeValue(let subject, let bytes, let limit): ["largeValue \(subject.text) \(bytes) \(limit)"]
        case .deepValue(let subject, let limit): ["deepValue \(subject.text) \(limit)"]
        case .several(let refusals): refusals.reduce(into: []) { $0.formUnion(words($1)) }
        }
    }
}
