import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Makes the next commit of what is to be stored, as it happens and as it is read back from a journal.
    ///
    /// Its cost follows what the edits name, not the size of the state.
    package mutating func apply(
        _ edits: [Edit],
        revision: Int64,
        time: Moment,
        actor: Actor,
        operation: Operation
    ) -> Commit {
        var flagChanges: [FlagChange] = []
        return apply(
            edits,
            revision: revision,
            time: time,
            actor: actor,
            operation: operation,
            &flagChanges
        )
    }

    /// The same, telling what it does to flags: no commit holds that.
    mutating func apply(
        _ edits: [Edit],
        revision: Int64,
        time: Moment,
        actor: Actor,
        operation: Operation,
        _ flagChanges: inout [FlagChange]
    ) -> Commit {
        precondition(revision > self.revision, "revisions grow")
        self.revision = revision
        var before: [LocalValue?] = []
        var forcedBefore: [ForcedFlag?] = []
        var changes = Settled()
        if edits.count > 1 {
            before.reserveCapacity(edits.count)
            changes.noteRevisions(of: edits.count)
        }
        for edit in edits {
            switch edit {
            case .local(let key, let local):
                if let local, setFree(key, to: local, &before, &changes) {
                    continue
                }
                let bytes = key.text.utf8.span
                let old = tunable(bytes)
                before.append(old?.local)
                if local?.override != nil || old?.detail?.local?.override != nil {
                    let place = Deadlines.Place(subject: .tunable(key), world: nil)
                    deadlines.replace(old?.local?.override?.end, by: local?.override?.end, in: place)
                }
                settle(key, declaration: old?.declaration, local: local, old: old, &changes)
            case .declaration(let key, _) where BuiltInTunables.contains(key):
                // Nobody can say so today; a journal may be older than the built-in key.
                continue
            case .declaration(let key, let declaration):
                let old = tunable(key)
                settle(key, declaration: declaration, local: old?.local, old: old, &changes)
            case .definition(let key, let definition):
                let old = flag(key)
                settle(key, local: definition, forced: old?.forced, old: old, &changes.flags)
            case .forced(let key, let forced):
                let old = flag(key)
                forcedBefore.append(old?.forced)
                let place = Deadlines.Place(subject: .flag(key), world: nil)
                deadlines.replace(old?.forced?.ending?.time, by: forced?.ending?.time, in: place)
                settle(key, local: old?.local, forced: forced, old: old, &changes.flags)
            case .layer(let name, let layer):
                put(layer, named: name, &changes)
            case .activation(let names):
                activate(names, &changes)
            case .limits(let limits):
                let different =
                    self.limits.filter { !limits.contains($0) } + limits.filter { !self.limits.contains($0) }
                limit(edit, different.flatMap(\.patterns.patterns), &changes)
            case .limit(let removed, let added):
                limit(edit, removed.patterns + (added?.patterns.patterns ?? []), &changes)
            case .undone(let revisions):
                history.mark(revisions, undoneBy: revision)
            case .redone(let revisions):
                history.unmark(revisions)
            }
        }
        let commit = Commit(
            revision: revision,
            time: time,
            actor: actor,
            operation: operation,
            edits: edits,
            before: before,
            forcedBefore: forcedBefore,
            changes: changes.mayRepeat ? merged(changes) : changes.changes
        )
        history.append(commit.remembered)
        flagChanges = changes.flags.sorted
        return commit
    }

    /// Stores a value as most are, for good, of a free key, where no layer has a say: with one look for the key.
    ///
    /// Answers whether it did: where there is more to it, it does nothing.
    private mutating func setFree(
        _ key: Key,
        to local: LocalValue,
        _ before: inout [LocalValue?],
        _ changes: inout Settled
    ) -> Bool {
        guard active.isEmpty, limits.isEmpty, local.override == nil else { return false }
        let revision = revision
        let stored = tunables.update(key.text.utf8.span) { tunable in
            let old = tunable?.value
            let oldRevision = tunable?.revision
            switch tunable {
            case .some(let shared) where shared.detail != nil || shared.value == nil: return false
            case .some: tunable?.value = local.value
            case .none where BuiltInTunables.contains(key): return false
            case .none: tunable = Tunable(free: local.value, revision: revision)
            }
            before.append(old.map { LocalValue($0) })
            changes.noteRepetition(oldRevision, in: revision)
            if old != local.value {
                tunable?.revision = revision
                changes.add(Change(key: key, value: local.value, old: old, origin: .local), oldRevision)
            }
            return true
        }
        if stored, before.last == .some(nil), key.isBuiltIn {
            builtInCount += 1
        }
        return stored
    }

    /// One change for each key that has another value now, with where it comes from in the end; the others' revisions are
    /// again what they were.
    private mutating func merged(_ settled: Settled) -> [Change] {
        let merged = Change.merged(settled.changes).map { change in
            let origin = tunable(change.key)?.resolution.origin ?? .none
            return Change(key: change.key, value: change.value, old: change.old, origin: origin)
        }
        guard merged.count < settled.changes.count else { return merged }
        var unchanged = Set(settled.changes.map(\.key))
        for change in merged {
            unchanged.remove(change.key)
        }
        for (change, revision) in zip(settled.changes, settled.revisions) {
            if unchanged.remove(change.key) != nil {
                tunables.update(change.key.text.utf8.span) { $0?.revision = revision }
            }
        }
        return merged
    }

    private mutating func put(_ layer: Layer?, named name: String, _ changes: inout Settled) {
        let old = layers[name]
        layers[name] = layer
        guard let place = active.firstIndex(where: { $0.name == name }) else { return }
        if let layer {
            active[place] = layer
        } else {
            active.remove(at: place)
        }
        var touched = Touched()
        touched.add(old)
        touched.add(layer)
        settle(touched, &changes)
    }

    private mutating func activate(_ names: [String], _ changes: inout Settled) {
        let old = active
        active = names.compactMap { layers[$0] }
        let same = zip(old, active).prefix { $0 === $1 }.count
        var touched = Touched()
        for layer in old[same...] + active[same...] {
            touched.add(layer)
        }
        settle(touched, &changes)
    }

    private mutating func limit(_ edit: Edit, _ patterns: [KeyPattern], _ changes: inout Settled) {
        limits = changed(limits, by: edit)
        var touched = Touched()
        for pattern in patterns {
            tunables.visit(withPrefix: pattern.prefix) { key, tunable in
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
        settle(touched, &changes)
    }

    /// Looks anew at keys whose places have changed.
    private mutating func settle(_ touched: Touched, _ changes: inout Settled) {
        for key in touched.keys {
            let old = tunable(key)
            settle(key, declaration: old?.declaration, local: old?.local, old: old, &changes)
        }
        for key in touched.flags {
            let old = flag(key)
            settle(key, local: old?.local, forced: old?.forced, old: old, &changes.flags)
        }
    }

    /// Stores what a key is now, and tells what that changed.
    private mutating func settle(
        _ key: Key,
        declaration: Declaration?,
        local: LocalValue?,
        old: Tunable?,
        _ changes: inout Settled
    ) {
        let bytes = key.text.utf8.span
        changes.noteRepetition(old?.revision, in: revision)
        let now = resolver.resolve(bytes, declaration, local: local?.value, world: nil)
        let hasChanged = old?.value != now.value
        if hasChanged {
            changes.add(Change(key: key, value: now.value, old: old?.value, origin: now.origin), old?.revision)
        }
        guard declaration != nil || local != nil || now.value != nil else {
            if old != nil {
                _ = tunables.remove(bytes)
                changes.noteRemoval()
                builtInCount -= key.isBuiltIn ? 1 : 0
            }
            return
        }
        let tunable = Tunable(declaration, local, now, revision: hasChanged ? revision : old?.revision ?? 0)
        if tunables.insert(tunable, for: bytes) == nil {
            builtInCount += key.isBuiltIn ? 1 : 0
            knownBuiltIns += BuiltInTunables.contains(key) ? 1 : 0
        }
    }
}

/// What the edits of a commit did to effective values so far.
private struct Settled {
    /// What they did to flags.
    var flags = FlagChanges()
    private(set) var changes: [Change] = []
    /// For each change, which commit had changed the key before.
    private(set) var revisions: [Int64] = []
    /// Whether a key may have been changed by one edit and again by another.
    private(set) var mayRepeat = false
    /// Whether a later edit may take a change back.
    private var notesRevisions = false

    /// Makes room for the changes of several edits.
    mutating func noteRevisions(of count: Int) {
        notesRevisions = true
        changes.reserveCapacity(count)
        revisions.reserveCapacity(count)
    }

    /// Notes when a key had last changed that is settled: in this commit, if an edit before has changed it.
    mutating func noteRepetition(_ old: Int64?, in revision: Int64) {
        mayRepeat = mayRepeat || old == revision
    }

    /// Notes that a key is gone: if it comes again, nothing tells that it was there.
    mutating func noteRemoval() {
        mayRepeat = mayRepeat || notesRevisions
    }

    mutating func add(_ change: Change, _ revision: Int64?) {
        changes.append(change)
        if notesRevisions {
            revisions.append(revision ?? 0)
        }
    }
}

/// Keys and flags whose places a commit has changed.
private struct Touched {
    private var unordered: Set<Key> = []
    /// Likewise of flags.
    private(set) var flags: Set<FlagKey> = []

    /// Each once, by their bytes.
    var keys: [Key] { unordered.sorted() }

    mutating func add(_ layer: Layer?) {
        layer?.values.forEachInOrder { key, _ in
            add(key)
        }
        flags.formUnion(layer?.flags.keys.map { $0 } ?? [])
    }

    mutating func add(_ key: FlagKey) {
        flags.insert(key)
    }

    mutating func add(_ key: Span<UInt8>) {
        unordered.insert(Key(known: key))
    }

    mutating func addBuiltIn(matching pattern: KeyPattern) {
        BuiltInTunables.all.visit(withPrefix: pattern.prefix) { key, _ in
            if pattern.matches(key, includingBuiltIn: true) {
                add(key)
            }
            return true
        }
    }
}
