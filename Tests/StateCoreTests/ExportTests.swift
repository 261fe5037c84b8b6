import JSONCore
import StateCore
import TestSupport
import Testing
import TunableEngine

/// Exports random states and imports them into the same state and into a new one.
@Suite struct ExportTests {
    /// The result of `tunables.export` for a state.
    private struct Export {
        var values: [Mutation.Entry] = []
        var specs: [Mutation.KeyedSpec] = []
        var invalid: Set<Key> = []

        init(_ state: State) {
            var cursor = KeyCursor(View(state))
            var steps = Int.max
            cursor.advance(steps: &steps) { (bytes, tunable, _) in
                let key = Key(known: bytes)
                if let declaration = tunable?.declaration { specs.append(.init(key, declaration.spec)) }
                if let tunable, let local = tunable.local {
                    let isInvalid = tunable.obstacle(state.rules) != nil
                    if isInvalid { invalid.insert(key) }
                    values.append(.init(key, local.value, mayBeInvalid: isInvalid))
                }
                return .on
            }
        }

        var mutation: Mutation { .import(values: values, specs: specs, WriteOptions()) }
    }

    @Test(arguments: Seeds.all)
    func `importing an export preserves the values in its own state and in a new one`(seed: UInt64) throws {
        var script = Script(seed: seed)
        let rules = script.rules()
        var state = State(epoch: "e", rules: rules)
        for _ in 0..<200 {
            _ = Duel.perform(script.next(revision: state.revision), on: &state)
            let export = Export(state)
            var same = state
            let outcome = try same.perform(export.mutation, by: .vim, at: Moment(milliseconds: 0))
            #expect(outcome.changes.isEmpty)
            #expect(outcome.skipped.isEmpty)
            for key in export.invalid {
                #expect(same.tunable(key)?.local?.value == state.tunable(key)?.local?.value)
            }

            var new = State(epoch: "e", rules: rules)
            let skipped = try new.perform(export.mutation, by: .vim, at: Moment(milliseconds: 0)).skipped
            let readOnly = Set(skipped.filter { $0.reason == .readOnly }.map(\.key))
            #expect(Set(skipped.map(\.key)).subtracting(readOnly).isSubset(of: export.invalid))
            for entry in export.values where !export.invalid.contains(entry.key) && !readOnly.contains(entry.key) {
                // A value that equals the default is not stored. The effective value of a union has each element only
                // once. A declaration can drop items, also from a value that was stored before the declaration.
                let tunable = new.tunable(entry.key)
                let accepted = try tunable?.declaration?.spec.accepted(entry.value) ?? entry.value
                let values = [tunable?.local?.value, tunable?.resolution.value]
                #expect(
                    values.contains(entry.value) || values.contains(accepted),
                    "seed \(seed): \(entry.key) is \(entry.value), then \(values)"
                )
                #expect(tunable?.resolution.value != nil)
            }
        }
    }
}
