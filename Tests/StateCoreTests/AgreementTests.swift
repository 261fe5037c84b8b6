import FlagEngine
import JSONCore
import StateCore
import TestSupport
import Testing
import TunableEngine

/// Random runs of every mutation, performed by the state and by the oracle and compared.
@Suite struct AgreementTests {
    private static let steps = Demands.areSanitized ? 50 : 160

    @Test(arguments: Seeds.all)
    func `the state and the oracle agree after every step`(seed: UInt64) throws {
        var script = Script(seed: seed)
        var duel = Duel(rules: script.rules())
        for number in 0..<Self.steps {
            let step = script.next(revision: duel.state.revision)
            let disagreements = duel.perform(step)
            try #require(
                disagreements.isEmpty,
                "seed \(seed), step \(number): \(step)\n\(disagreements.joined(separator: "\n"))"
            )
        }
    }

    @Test(arguments: Seeds.all)
    func `a copy of the state does not change, and predicts the next step's outcome`(seed: UInt64) throws {
        var script = Script(seed: seed)
        var state = State(epoch: "e", rules: script.rules())
        var kept: [(State, StatePicture)] = []
        for number in 0..<Self.steps {
            let step = script.next(revision: state.revision)
            if number % 40 == 0 {
                kept.append((state, StatePicture(state)))
            }
            var tried = state
            let before = StatePicture(state)
            let expected = Duel.perform(step, on: &tried)
            try #require(StatePicture(state) == before, "seed \(seed), step \(number)")
            let result = Duel.perform(step, on: &state)
            switch (expected, result) {
            case (.success(let expected), .success(let result)):
                try #require(ComparedOutcome(result) == ComparedOutcome(expected), "seed \(seed), step \(number)")
            case (.failure(let expected), .failure(let result)):
                try #require(Complaint(expected) == Complaint(result), "seed \(seed), step \(number)")
            default: Issue.record("seed \(seed), step \(number)")
            }
        }
        for (copy, picture) in kept {
            #expect(StatePicture(copy) == picture, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.all)
    func `replaying the recorded edits gives equal changes and an equal state`(seed: UInt64) throws {
        var script = Script(seed: seed)
        let rules = script.rules()
        var state = State(epoch: "e", rules: rules)
        var replayed = State(epoch: "e", rules: rules)
        for number in 0..<Self.steps {
            let step = script.next(revision: state.revision)
            guard case .success(let outcome) = Duel.perform(step, on: &state), let commit = outcome.commit else {
                continue
            }
            let again = replayed.apply(
                commit.edits,
                revision: commit.revision,
                time: commit.time,
                actor: commit.actor,
                operation: commit.operation
            ).commit
            try #require(
                again.changes == commit.changes && again.before == commit.before
                    && again.overridesBefore == commit.overridesBefore,
                "seed \(seed), step \(number)"
            )
        }
        for world in Script.worlds {
            let drop = Script.Step(mutation: .dropWorld(world), author: Author(actor: .vim), time: .zero)
            _ = Duel.perform(drop, on: &state)
        }
        #expect(StatePicture(replayed) == StatePicture(state), "seed \(seed)")
    }

    @Test(arguments: Seeds.all)
    func `the parts of a snapshot rebuild an equal state`(seed: UInt64) throws {
        var script = Script(seed: seed)
        let rules = script.rules()
        var state = State(epoch: "e", rules: rules)
        for _ in 0..<Self.steps {
            _ = Duel.perform(script.next(revision: state.revision), on: &state)
        }
        var builder = StateBuilder(
            rules: rules,
            revision: state.revision,
            killSwitch: state.killSwitch,
            activeNames: state.activeNames
        )
        for layer in state.allLayers {
            builder.add(layer)
        }
        var isSorted = true
        state.visitTunables { key, tunable in
            let isNext = builder.add(
                Key(known: key),
                tunable.declaration,
                tunable.local,
                revision: tunable.revision
            )
            isSorted = isSorted && isNext
            return true
        }
        state.visitFlags { key, flag in
            if flag.local != nil || flag.declared != nil || flag.override != nil {
                builder.add(FlagKey(known: key), flag.parts)
            }
            return true
        }
        for pending in state.allTries {
            builder.add(pending)
        }
        for commit in state.history.newestFirst.reversed() {
            builder.add(commit)
        }
        for mark in state.history.marks {
            builder.mark(mark.undone, undoneBy: mark.by)
        }
        for world in Script.worlds {
            let drop = Script.Step(mutation: .dropWorld(world), author: Author(actor: .vim), time: .zero)
            _ = Duel.perform(drop, on: &state)
        }
        let built = builder.finish()
        #expect(isSorted)
        #expect(StatePicture(built) == StatePicture(state), "seed \(seed)")
    }
}
