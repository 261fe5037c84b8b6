import JSONCore
import StateCore
import TestSupport
import Testing
import TunableEngine

/// Tests that the runs of `AgreementTests` cover every mutation and every refusal.
@Suite struct ScriptTests {
    @Test func `the random runs cover every mutation, every refusal and every origin`() {
        var operations: Set<String> = []
        var kinds: Set<String> = []
        var origins: Set<String> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            var script = Script(seed: seed)
            var state = State(epoch: "e", rules: script.rules())
            for _ in 0..<250 {
                let step = script.next(revision: state.revision)
                switch Duel.perform(step, on: &state) {
                case .success(let outcome):
                    if outcome.hasChanged {
                        operations.insert(step.mutation.kind.rawValue)
                    }
                    origins.formUnion(outcome.changes.map { String($0.origin.name.prefix { $0 != ":" }) })
                case .failure(let refusal):
                    for fault in Complaint(refusal).faults {
                        kinds.insert(fault.split(separator: " ").first.map { String($0) } ?? "")
                    }
                }
            }
        }
        #expect(
            operations == [
                "tunables.set", "tunables.update", "tunables.setAll", "tunables.import", "tunables.reset",
                "tunables.resetAll", "tunables.toggle", "tunables.step", "tunables.declare", "tunables.forget",
                "tunables.undo", "tunables.redo", "tunables.revert", "layers.put", "layers.remove", "layers.activate",
                "flags.killSwitch", "worlds.create", "worlds.propose", "worlds.drop", "worlds.merge", "flags.define",
                "flags.declare", "flags.remove", "flags.set", "flags.reset", "tunables.try", "tunables.confirm",
                "tunables.cancel",
            ]
        )
        #expect(
            // The runs rarely propose a temporary value; ProposalTests tests this refusal.
            kinds.subtracting(["temporary"]) == [
                "unknownKey", "noValue", "undeclared", "typeMismatch", "outOfRange", "member", "readOnly", "changed",
                "exists", "changedByOther", "nothingToUndo", "notUndoable", "nothingToRedo", "declaredDifferently",
                "builtIn",
                "schema",
                "unknownLayer", "layerTwice", "unknownWorld", "worldExists", "isProposal", "tooMany", "unknownFlag",
                "unknownVariant",
                "type", "builtInFlag", "flagExists", "tryInWorld", "alreadyTried", "unknownTry",
            ]
        )
        #expect(origins == ["world", "local", "layer", "default", "limited", "none"])
    }
}
