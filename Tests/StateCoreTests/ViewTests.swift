import JSONCore
import StateCore
import TestSupport
import Testing
import TunableEngine

/// Tests that the notifications match what each viewer sees before and after, after any mutation.
@Suite struct ViewTests {
    private static let scripts: UInt64 = Demands.areSanitized ? 100 : 400

    @Test func `each viewer receives the difference between its old and new view`() throws {
        for seed in 1...Self.scripts {
            try run(seed)
        }
    }

    @Test(arguments: Seeds.all)
    func `viewers of a random script receive the difference between their views`(seed: UInt64) throws {
        try run(seed)
    }

    private func run(_ seed: UInt64) throws {
        var script = Script(inWorldsWithSeed: seed)
        var model = ViewModel(rules: script.rules())
        try #require(model.publish(script.beginning).isEmpty, "seed \(seed)")
        for number in 0..<40 {
            let steps = script.several(revision: model.state.revision)
            let faults = model.publish(steps)
            try #require(faults.isEmpty, "seed \(seed), step \(number): \(steps)\n\(faults.joined(separator: "\n"))")
        }
    }

    @Test(arguments: Seeds.all)
    func `members of worlds receive the changes that the oracle computes`(seed: UInt64) throws {
        var script = Script(inWorldsWithSeed: seed)
        var duel = Duel(rules: script.rules())
        for number in 0..<250 {
            let step =
                number < script.beginning.count
                ? script.beginning[number] : script.next(revision: duel.state.revision)
            let before = duel
            guard case .success(let outcome) = Duel.perform(step, on: &duel.state) else { continue }
            _ = try duel.oracle.perform(step.mutation, by: step.author, at: step.time)
            let touched = TouchedKeys(
                commits: outcome.commit.map { [$0] } ?? [],
                worldKeys: outcome.worldKeys,
                after: duel.state
            )
            for world in Script.worlds {
                guard let old = try? View(before.state, from: world),
                    let new = try? View(duel.state, from: world)
                else { continue }
                let sent = new.changes(from: old, of: touched, own: touched.ownKeys(of: new, in: world)).map {
                    ($0.key, OracleChange($0))
                }
                let expected = OracleChange.between(before.oracle.effective(in: world), duel.oracle, in: world)
                try #require(
                    Dictionary(sent) { first, _ in first } == expected,
                    "seed \(seed), step \(number), \(world): \(step)"
                )
            }
        }
    }
}
