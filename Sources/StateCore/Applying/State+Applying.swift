import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Stores the edits of the next commit, for live writes and for replay.
    ///
    /// It returns the changes of flags separately, because commits do not contain them. The cost depends on the keys
    /// that the edits name, not on the size of the state.
    @discardableResult
    package mutating func apply(
        _ edits: [Edit],
        revision: Int64,
        time: Moment,
        actor: Actor,
        operation: Operation
    ) -> (commit: Commit, flagChanges: [FlagChange]) {
        let settled = store(edits, revision: revision)
        let commit = Commit(
            revision: revision,
            time: time,
            actor: actor,
            operation: operation,
            edits: edits,
            before: settled.before,
            overridesBefore: settled.overridesBefore,
            changes: settled.changes,
            secretKeys: settled.secretKeys
        )
        add(commit)
        return (commit, settled.flags.sorted)
    }

    /// Returns the state after the edits, without a commit.
    func storing(_ edits: [Edit]) -> State {
        var state = self
        _ = state.store(edits, revision: revision + 1)
        return state
    }

    private mutating func store(_ edits: [Edit], revision: Int64) -> EditEffects {
        var settled = EditEffects(revision: revision, count: edits.count)
        for edit in edits {
            store(edit, &settled)
        }
        if settled.mayRepeat {
            merge(&settled)
        }
        return settled
    }

    private mutating func store(_ edit: Edit, _ settled: inout EditEffects) {
        switch edit {
        case .local(let key, let local):
            var write = TunableWrite(revision: settled.revision)
            write.local = local
            store(&write, for: key) { $0.declaration = $0.old?.declaration }
            settled.before.append(write.old?.local)
            settled.add(write, of: key)
        case .declaration(let key, let declaration):
            var write = TunableWrite(revision: settled.revision)
            write.declare(declaration, of: key.text.utf8.span)
            store(&write, for: key) { $0.local = $0.old?.local }
            settled.add(write, of: key)
            if noteSecrecy(of: key, before: write.old?.declaration?.spec, after: write.declaration?.spec) {
                settled.secretKeys.append(key)
            }
        case .definition(let key, let definition):
            settle(key, &settled) { $0.local = definition }
        case .flagDeclaration(let key, let declaration):
            settle(key, &settled) { $0.declared = declaration }
        case .override(let key, let override):
            settled.overridesBefore.append(flag(key)?.override)
            settle(key, &settled) { $0.override = override }
        case .layer(let name, let layer):
            put(layer, named: name, &settled)
        case .activation(let names):
            activate(names, &settled)
        case .killSwitch(let entries):
            let different =
                killSwitch.filter { !entries.contains($0) } + entries.filter { !killSwitch.contains($0) }
            changeKillSwitch(edit, different.flatMap(\.patterns.patterns), &settled)
        case .killSwitchEntry(let removed, let added):
            changeKillSwitch(edit, removed.patterns + (added?.patterns.patterns ?? []), &settled)
        case .undone(let revisions):
            history.mark(revisions, undoneBy: settled.revision)
        case .redone(let revisions):
            history.unmark(revisions)
        case .beginTry(let pending):
            tries[pending.id] = pending
        case .endTry(let end):
            tries[end.id] = nil
        }
    }

    /// Merges the changes of each key into one, with the final origin, and drops keys whose value is unchanged in the
    /// end.
    ///
    /// Those keys get their previous revisions back.
    private mutating func merge(_ settled: inout EditEffects) {
        let merged = Change.merged(settled.changes).map { change in
            let tunable = tunable(change.key)
            return Change(
                key: change.key,
                value: change.value,
                old: change.old,
                origin: tunable?.resolution.origin ?? .none,
                end: tunable?.end
            )
        }
        defer { settled.changes = merged }
        guard merged.count < settled.changes.count else { return }
        var unchanged = Set(settled.changes.map(\.key))
        for change in merged {
            unchanged.remove(change.key)
        }
        for (change, revision) in zip(settled.changes, settled.revisions) {
            if unchanged.remove(change.key) != nil {
                recompute(change.key, revision: revision, isExact: true)
            }
        }
    }

    private mutating func put(_ layer: Layer?, named name: String, _ settled: inout EditEffects) {
        let old = layers[name]
        let isActive = active.contains { $0.name == name }
        store(layer, named: name)
        guard isActive else { return }
        var touched = AffectedKeys()
        touched.addDifferences(from: old, to: layer)
        settle(touched, &settled)
    }

    private mutating func activate(_ names: [String], _ settled: inout EditEffects) {
        var touched = AffectedKeys()
        for layer in storeActive(names.compactMap { layers[$0] }) {
            touched.add(layer)
        }
        settle(touched, &settled)
    }

    private mutating func changeKillSwitch(_ edit: Edit, _ patterns: [KeyPattern], _ settled: inout EditEffects) {
        killSwitch = changed(killSwitch, by: edit)
        var touched = AffectedKeys()
        for pattern in patterns {
            tunables.entries.visit(withPrefix: pattern.prefix) { key, tunable in
                if tunable.declaration != nil, pattern.matches(key, includingBuiltIn: true) {
                    touched.add(key)
                }
                return true
            }
            touched.addBuiltIn(matching: pattern)
            flags.visit(withPrefix: pattern.prefix) { key, flag in
                if flag.definition != nil, pattern.matches(key, includingBuiltIn: true) {
                    touched.add(FlagKey(known: key))
                }
                return true
            }
        }
        settle(touched, &settled)
    }

    /// Recomputes the keys and flags whose layers or kill switch entries changed.
    private mutating func settle(_ touched: AffectedKeys, _ settled: inout EditEffects) {
        for key in touched.keys {
            settled.add(recompute(key, revision: settled.revision), of: key)
        }
        for key in touched.flags {
            settle(key, &settled) { _ in }
        }
    }

    /// Stores the parts of a flag after a change of one of them.
    private mutating func settle(
        _ key: FlagKey,
        _ settled: inout EditEffects,
        _ change: (inout FlagParts) -> Void
    ) {
        var parts = flag(key)?.parts ?? FlagParts()
        change(&parts)
        settle(key, parts, &settled.flags)
    }
}

/// The effect of the edits of a commit so far.
private struct EditEffects {
    let revision: Int64
    /// The previous local values, one for each edit of a local value.
    var before: [LocalValue?] = []
    /// The previous overrides of flags, one for each edit of an override.
    var overridesBefore: [StoredOverride?] = []
    var flags = FlagChanges()
    /// The declared keys that were secret before or are secret now.
    var secretKeys: [Key] = []
    /// The changes of effective values outside worlds.
    var changes: [Change] = []
    /// For each change, the previous revision of the key.
    private(set) var revisions: [Int64] = []
    /// Whether two edits may have changed the same key.
    private(set) var mayRepeat = false
    /// Whether there are several edits, so that a later one may reverse a change.
    private let notesRevisions: Bool

    /// Creates an empty effect, with reserved memory for `count` edits.
    init(revision: Int64, count: Int) {
        self.revision = revision
        notesRevisions = count > 1
        if count > 1 {
            before.reserveCapacity(count)
            changes.reserveCapacity(count)
            revisions.reserveCapacity(count)
        }
    }

    /// Adds the effect of a write to a key.
    mutating func add(_ write: borrowing TunableWrite, of key: Key) {
        let (value, old) = (write.resolution.value, write.old?.value)
        // If a later edit creates the removed key again, nothing else shows that the key was changed twice.
        let mayBeGone = notesRevisions && write.old != nil && value == nil
        mayRepeat = mayRepeat || write.old?.revision == revision || mayBeGone
        guard write.hasChanged else { return }
        changes.append(Change(key: key, value: value, old: old, origin: write.resolution.origin, end: write.end))
        if notesRevisions {
            revisions.append(write.old?.revision ?? 0)
        }
    }
}
