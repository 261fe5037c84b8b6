import FlagEngine
import JSONCore
import TunableEngine

@testable import StateCore

/// The state and the oracle, which perform the same mutations.
struct Duel {
    var state: State
    var oracle: Oracle
    private var stepCount = 0

    init(rules: StateRules) {
        state = State(epoch: "e", rules: rules)
        oracle = Oracle(rules: rules)
    }

    static func perform(_ step: Script.Step, on state: inout State) -> Result<MutationOutcome, StateRefusal> {
        do throws(StateRefusal) {
            return .success(try state.perform(step.mutation, by: step.author, at: step.time))
        } catch {
            return .failure(error)
        }
    }

    /// Performs a step on both, and returns the differences between them.
    mutating func perform(_ step: Script.Step) -> [String] {
        stepCount += 1
        let result = Duel.perform(step, on: &state)
        let expected: Result<OracleResult, Complaint>
        do throws(Complaint) {
            expected = .success(try oracle.perform(step.mutation, by: step.author, at: step.time))
        } catch {
            expected = .failure(error)
        }
        var report = Report()
        switch (result, expected) {
        case (.success(let outcome), .success(let result)):
            compare(outcome, result, &report)
        case (.failure(let refusal), .failure(let complaint)):
            report.compare("refusal", Complaint(refusal).faults, complaint.faults)
        case (.failure(let refusal), .success):
            report.note("only the state refuses: \(Complaint(refusal).faults)")
        case (.success, .failure(let complaint)):
            report.note("only the oracle refuses: \(complaint.faults)")
        }
        compareStates(&report)
        return report.lines
    }

    private func compare(_ outcome: MutationOutcome, _ result: OracleResult, _ report: inout Report) {
        report.compare("has changed", outcome.hasChanged, result.hasChanged)
        report.compare("value", outcome.value, result.value)
        report.compare("old", outcome.old, result.old)
        if !outcome.hasChanged {
            report.compare("revision of the key", outcome.keyRevision, result.keyRevision)
        }
        report.compare("undone", outcome.undone, result.undone)
        let skipped = outcome.skipped.flatMap { key -> Set<String> in
            switch key.reason {
            case .readOnly, .locked: Complaint(.readOnly(key.key, layer: key.layer)).faults
            case .invalid: ["invalid \(key.key)"]
            case .undeclared: ["undeclared \(key.key)"]
            case .secret: ["secret \(key.key)"]
            }
        }
        report.compare("skipped", skipped.sorted(), result.skipped.sorted())
        let expectedChanges = result.changes.flatMap { $0.map { "\($0.key) \($0.value)" } }.sorted()
        report.compare("changes", outcome.changes.map { "\($0.key) \(OracleChange($0))" }.sorted(), expectedChanges)
        report.compare("is a commit", outcome.commit != nil, result.commit != nil)
        guard let commit = outcome.commit, let expected = result.commit else { return }
        report.compare("revision", commit.revision, expected.revision)
        report.compare("time", commit.time, expected.time)
        report.compare("actor", commit.actor, expected.actor)
        report.compare("operation", commit.operation.name, expected.operation)
        report.compare("local values", commit.oracleLocals, expected.locals)
        report.compare("overrides", commit.oracleOverrides, expected.overrideChanges)
        report.compare("committed changes", commit.oracleChanges, expected.changes)
        report.compare("repeated keys", Set(commit.changes.map(\.key)).count, commit.changes.count)
    }

    private func compareStates(_ report: inout Report) {
        report.compare("revision of the state", state.revision, oracle.revision)
        let effective = oracle.effective()
        for key in Script.keys {
            let tunable = state.tunable(key.text.utf8.span)
            report.compare("existence of \(key)", tunable != nil, oracle.exists(key, in: nil))
            report.compare("\(key)", tunable?.resolution ?? .none, effective[key] ?? .none)
            report.compare("revision of \(key)", tunable?.revision ?? 0, oracle.keyRevisions[key] ?? 0)
            report.compare("declaration of \(key)", tunable?.declaration, oracle.declarations[key])
            report.compare("local value of \(key)", Stored(tunable?.local), oracle.local[key])
        }
        compareFlags(&report)
        report.compare("count", state.tunableCount, oracle.keys.filter { !$0.isBuiltIn }.count)
        report.compare("active", state.activeNames, oracle.active)
        report.compare(
            "layers",
            Dictionary(uniqueKeysWithValues: state.allLayers.map { ($0.name, OracleLayer($0)) }),
            oracle.layers
        )
        report.compare("limits", state.killSwitch, oracle.killSwitch)
        report.compare("history", state.history.newestFirst.map(\.revision), oracle.history.reversed().map(\.revision))
        report.compare("count of history", state.history.count, oracle.history.count)
        report.compare("oldest", state.history.oldest?.revision, oracle.history.first?.revision)
        let marks = Dictionary(uniqueKeysWithValues: state.history.marks.map { ($0.undone, $0.by) })
        report.compare("undone commits", marks, oracle.undone)
        report.compare("next deadline", state.nextDeadline, oracle.nextDeadline)
        let tries = state.allTries.map { pending in
            OracleTry(
                id: pending.id,
                actor: pending.actor,
                end: pending.end,
                layer: pending.layer,
                activatesLayer: pending.activatesLayer
            )
        }
        report.compare("tries", tries, oracle.tries.values.sorted { $0.id < $1.id })
        for world in Script.worlds {
            compareWorld(world, beneath: effective, &report)
        }
        compareList(from: nil, effective, &report)
    }

    private func compareFlags(_ report: inout Report) {
        for key in Script.flags {
            let flag = state.flag(key)
            let expected = oracle.definition(of: key)
            report.compare("definition of \(key)", flag?.definition, expected?.0)
            report.compare("origin of \(key)", flag?.definition == nil ? nil : flag?.origin, expected?.1)
            report.compare("local definition of \(key)", flag?.local, oracle.defined[key])
            report.compare("declaration of the flag \(key)", flag?.declared, oracle.declaredFlags[key])
            report.compare("the override of \(key)", OracleOverride(flag?.override), oracle.overrides[key])
            report.compare("override of \(key)", EffectiveFlag(flag)?.counting, oracle.override(of: key, in: nil))
            report.compare("limit of \(key)", flag?.isLimited ?? false, expected != nil && oracle.isLimited(key))
        }
        report.compare("count of flags", state.flagCount, oracle.flagKeys.count - BuiltInFlags.all.count)
    }

    private func compareFlags(from view: View, _ id: String, _ report: inout Report) {
        for key in Script.flags {
            let own = view.world?.flags.value(of: key.text.utf8.span)
            report.compare(
                "the override of \(key) in \(id)",
                OracleOverride(own),
                oracle.worldOverrides[id]?[key]
            )
            let seen = view.flag(key)
            report.compare("override of \(key) in \(id)", seen?.counting, oracle.override(of: key, in: id))
        }
    }

    private func compareWorld(_ id: String, beneath: [Key: Resolution], _ report: inout Report) {
        let world = try? state.world(id)
        report.compare("existence of \(id)", world != nil, oracle.worlds[id] != nil)
        guard let world, oracle.worlds[id] != nil else { return }
        let effective = oracle.effective(in: id)
        for key in Script.keys {
            let seen = state.resolution(of: key.text.utf8.span, in: world)
            report.compare("\(key) in \(id)", seen, effective[key] ?? .none)
            report.compare("what \(id) has for \(key)", Stored(world.values.value(of: key)), oracle.worlds[id]?[key])
        }
        let differences = Dictionary(
            uniqueKeysWithValues: state.differences(of: world).map { ($0.key, OracleChange($0)) }
        )
        report.compare("differences of \(id)", differences, OracleChange.between(beneath, oracle, in: id))
        compareList(from: id, effective, &report)
        if let view = try? View(state, from: id) {
            compareFlags(from: view, id, &report)
        }
    }

    /// Compares a list of keys as a viewer would request it.
    ///
    /// Each step compares another list.
    private func compareList(from world: String?, _ effective: [Key: Resolution], _ report: inout Report) {
        guard let view = try? View(state, from: world) else { return }
        let keys = oracle.keys.union(world.flatMap { oracle.worlds[$0]?.keys }.map { Set($0) } ?? []).sorted()
        let patterns = Duel.listed[stepCount % Duel.listed.count]
        let start: Key? = stepCount / Duel.listed.count % 2 == 0 ? nil : "c.x"
        var listed: [Key] = []
        var resolutions: [Resolution] = []
        var cursor = KeyCursor(view, matching: patterns, after: start)
        var part = 0
        while !cursor.isDone {
            // Vary the number of steps, including too few for one key.
            part += 1
            var steps = part % 7
            cursor.advance(steps: &steps) { key, _, resolution in
                listed.append(Key(known: key))
                resolutions.append(resolution)
                return listed.count % 5 == 0 ? .pause : .on
            }
        }
        let expected = keys.filter { key in
            (patterns?.matches(key) ?? !key.isBuiltIn) && (start.map { $0 < key } ?? true)
        }
        report.compare("list of \(world ?? "all")", listed, expected)
        report.compare("listed values", resolutions, expected.map { effective[$0] ?? .none })
    }

    private static let listed = [
        nil, KeyPatterns(literal: ["c.*", "w*", "stew.e"]), KeyPatterns(literal: "*"),
        KeyPatterns(literal: ["*x", "stew.*"]), KeyPatterns(literal: "s*"),
    ]
}

extension Resolution {
    fileprivate static let none = Resolution(value: nil, origin: .none)
}

extension OracleChange {
    init(_ change: Change) {
        value = change.value
        old = change.old
        origin = change.origin
        end = change.end
    }
}

extension EffectiveFlag {
    /// The effective override.
    fileprivate var counting: FlagOverride? { isOverridden ? override?.content : nil }
}

extension Commit {
    fileprivate var oracleOverrides: [FlagKey: OracleCommit.OverrideChange] {
        let pairs = overrideChanges.map {
            let (before, after) = (OracleOverride($0.before), OracleOverride($0.after))
            return ($0.key, OracleCommit.OverrideChange(before: before, after: after))
        }
        return Dictionary(pairs) { first, last in OracleCommit.OverrideChange(before: first.before, after: last.after) }
    }

    fileprivate var oracleLocals: [Key: OracleCommit.Local] {
        let pairs = locals.map { ($0.key, OracleCommit.Local(before: Stored($0.before), after: Stored($0.after))) }
        return Dictionary(pairs) { first, last in OracleCommit.Local(before: first.before, after: last.after) }
    }

    fileprivate var oracleChanges: [Key: OracleChange] {
        Dictionary(changes.map { ($0.key, OracleChange($0)) }) { first, _ in first }
    }
}
