import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension Oracle {
    /// Performs a mutation completely and compares everything before and after, or throws and changes nothing.
    mutating func perform(
        _ mutation: Mutation,
        by author: Author,
        at time: Moment
    ) throws(Complaint) -> OracleResult {
        if let world = author.world, worlds[world] == nil {
            guard case .createWorld = mutation else { throw Complaint("unknownWorld \(world)") }
        }
        if let world = author.world, proposals.contains(world) {
            guard case .createWorld = mutation else { throw Complaint("isProposal \(world)") }
        }
        var result = OracleResult()
        var next = self
        next.revision += 1
        try next.carryOut(mutation, by: author, at: time, &result)
        // Other changes may have replaced the last change of a try.
        for pending in next.tries.values where !next.isPending(pending) {
            next.tries[pending.id] = nil
            next.deactivate(pending)
        }
        if let key = mutation.onlyKey {
            result.old = resolution(of: key, in: author.world)?.value
            result.keyRevision = keyRevisions[key] ?? 0
        }
        if next.boundKeys > max(rules.limits.keys, boundKeys) {
            throw Complaint("tooMany keys \(rules.limits.keys)")
        }
        if next.boundFlags > max(rules.limits.keys, boundFlags) {
            throw Complaint("tooMany flags \(rules.limits.keys)")
        }
        for (id, flags) in next.worldOverrides
        where flags.count > max(rules.limits.keys, worldOverrides[id]?.count ?? 0) {
            throw Complaint("tooMany flags \(rules.limits.keys)")
        }
        for (id, values) in next.worlds where values.count > max(rules.limits.keys, worlds[id]?.count ?? 0) {
            throw Complaint("tooMany keys \(rules.limits.keys)")
        }
        if isDurablyDifferent(from: next) {
            let commit = commit(to: next, mutation, by: author, at: time)
            next.note(commit)
            result.commit = commit
            result.changes.append(commit.changes)
            result.hasChanged = true
        } else {
            next.revision = revision
        }
        if worlds != next.worlds || worldOverrides != next.worldOverrides {
            result.hasChanged = true
            // The changes of the worlds themselves, in addition to those of the commit.
            var committed = next
            committed.worlds = worlds
            committed.worldOverrides = worldOverrides
            for id in worlds.keys where next.worlds[id] != nil {
                result.changes.append(OracleChange.between(committed.effective(in: id), next, in: id))
            }
        }
        self = next
        return result
    }

    /// The number of flags, without the built-in flags.
    private var boundFlags: Int {
        flagKeys.union(overrides.keys).count - BuiltInFlags.all.count
    }

    private func isDurablyDifferent(from next: Oracle) -> Bool {
        declarations != next.declarations || local != next.local || layers != next.layers || active != next.active
            || killSwitch != next.killSwitch || defined != next.defined
            || declaredFlags != next.declaredFlags || overrides != next.overrides || undone != next.undone
            || tries != next.tries
    }

    private func commit(to next: Oracle, _ mutation: Mutation, by author: Author, at time: Moment) -> OracleCommit {
        var locals: [Key: OracleCommit.Local] = [:]
        for key in Set(local.keys).union(next.local.keys) where local[key] != next.local[key] {
            locals[key] = OracleCommit.Local(before: local[key], after: next.local[key])
        }
        var overrideChanges: [FlagKey: OracleCommit.OverrideChange] = [:]
        for key in Set(overrides.keys).union(next.overrides.keys) where overrides[key] != next.overrides[key] {
            overrideChanges[key] = OracleCommit.OverrideChange(before: overrides[key], after: next.overrides[key])
        }
        var declared: [Key: TunableDeclaration?] = [:]
        for key in Set(declarations.keys).union(next.declarations.keys)
        where declarations[key] != next.declarations[key] {
            declared.updateValue(next.declarations[key], forKey: key)
        }
        return OracleCommit(
            revision: next.revision,
            time: time,
            actor: author.actor,
            operation: mutation.kind.rawValue,
            locals: locals,
            overrideChanges: overrideChanges,
            declared: declared,
            changes: OracleChange.between(effective(), next),
            changesLayers: layers != next.layers || active != next.active
        )
    }

    private mutating func note(_ commit: OracleCommit) {
        for key in commit.changes.keys {
            keyRevisions[key] = commit.revision
        }
        keyRevisions = keyRevisions.filter { keys.contains($0.key) }
        history.append(commit)
        while history.count > max(1, rules.history.commits) {
            undone[history.removeFirst().revision] = nil
        }
    }

    private mutating func carryOut(
        _ mutation: Mutation,
        by author: Author,
        at time: Moment,
        _ result: inout OracleResult
    ) throws(Complaint) {
        switch mutation {
        case .set(let key, let value, let options):
            result.value = try write([Mutation.Entry(key, value)], options, in: author.world, at: time)
        case .update(let entries, let options):
            _ = try write(entries, options, in: author.world, at: time)
        case .toggle(let key, let options):
            let moved = try moved(key, in: author.world) { spec, value throws(ValueFault) in
                if let spec { try spec.toggled(value) } else { try FreeKind.first(value).toggled(value) }
            }
            result.value = try write([Mutation.Entry(key, moved)], options, in: author.world, at: time)
        case .step(let key, let count, let options):
            let moved = try moved(key, in: author.world) { spec, value throws(ValueFault) in
                if let spec {
                    try spec.stepped(value, by: count)
                } else {
                    try FreeKind.first(value).stepped(value, by: count)
                }
            }
            result.value = try write([Mutation.Entry(key, moved)], options, in: author.world, at: time)
        case .setAll(let entries, let options, let patterns):
            let kept = options.keepsEqual ? effective() : [:]
            let others = local.keys.filter { key in
                !entries.contains { $0.key == key } && !key.isBuiltIn
                    && patterns?.matches(key.text.utf8.span) ?? true
            }
            let mayReset = others.filter { fault(ofWriting: $0) == nil && reasonToSkipStored($0) == nil }
            let conflicts = faults(ofRevisionsOf: mayReset, options)
            do throws(Complaint) {
                result.skipped = try push(entries.filter { kept[$0.key]?.value != $0.value }, options)
            } catch {
                throw Complaint(error.faults.union(conflicts))
            }
            guard conflicts.isEmpty else { throw Complaint(conflicts) }
            for key in others {
                if let fault = fault(ofWriting: key) {
                    result.skipped.formUnion(fault.faults)
                } else if let reason = reasonToSkipStored(key) {
                    result.skipped.insert("\(reason) \(key)")
                } else {
                    local[key] = nil
                }
            }
        case .import(let values, let specs, let options):
            try checkRevisions(of: values.map(\.key), options)
            var options = options
            options.ifRevision = nil
            try declare(specs, replaces: true, by: author)
            result.skipped = try push(values, options)
        case .reset(let key, let ifRevision):
            try reset(key, ifRevision: ifRevision, in: author.world)
        case .resetAll(let patterns):
            result.skipped = resetAll(patterns, in: author.world)
        case .declare(let specs, let replaces):
            try declare(specs, replaces: replaces, by: author)
        case .forget(let key):
            try forget(key)
        case .undo(let everyone, let skips):
            result.undone = try undo(everyone: everyone, skips: skips, by: author.actor)
        case .redo(let everyone):
            result.undone = try redo(everyone: everyone, by: author.actor, at: time)
        case .putLayer(let layer, let duration):
            try put(layer, for: duration, at: time)
        case .keepLayer(let name):
            guard var layer = layers[name] else { throw Complaint("unknownLayer \(name)") }
            (layer.end, layer.before) = (nil, [])
            layers[name] = layer
        case .revertLayer(let name):
            guard let layer = layers[name] else { throw Complaint("unknownLayer \(name)") }
            restore(layer)
        case .removeLayer(let name):
            guard layers.removeValue(forKey: name) != nil else { throw Complaint("unknownLayer \(name)") }
            active.removeAll { $0 == name }
        case .activate(let names):
            try activate(names)
        case .addKillSwitch(let entry):
            try add(entry)
        case .removeKillSwitch(let patterns):
            lift(patterns)
        case .defineFlags(let definitions, let isCreating):
            let existing = isCreating ? definitions.filter { definition(of: $0.key) != nil } : []
            guard existing.isEmpty else { throw Complaint(Set(existing.map { "flagExists \($0.key)" })) }
            for definition in definitions {
                defined[definition.key] = definition
            }
        case .declareFlags(let definitions, let replaces):
            try declareFlags(definitions, replaces: replaces, by: author)
        case .removeFlag(let key):
            try remove(key)
        case .setFlag(let key, let override, let duration):
            try self.override(key, override, for: duration, in: author.world, at: time)
        case .resetFlag(let key):
            try release(key, in: author.world)
        case .revert:
            revert(by: time)
        case .beginTry(let request, let duration):
            try attempt(request, for: duration, by: author, at: time)
        case .confirmTry(let id):
            try confirm(id)
        case .cancelTry(let id, _):
            try cancel(id)
        case .createWorld(let id):
            guard worlds[id] == nil else { throw Complaint("worldExists \(id)") }
            guard worlds.count < rules.limits.worlds else { throw Complaint("tooMany worlds \(rules.limits.worlds)") }
            worlds[id] = [:]
            worldOverrides[id] = [:]
        case .proposeWorld(let id, let source, _):
            guard let values = worlds[source] else { throw Complaint("unknownWorld \(source)") }
            guard !proposals.contains(source) else { throw Complaint("isProposal \(source)") }
            guard worlds[id] == nil else { throw Complaint("worldExists \(id)") }
            guard worlds.count < rules.limits.worlds else { throw Complaint("tooMany worlds \(rules.limits.worlds)") }
            guard proposals.count < rules.limits.proposals else {
                throw Complaint("tooMany proposals \(rules.limits.proposals)")
            }
            let overrides = worldOverrides[source] ?? [:]
            let temporary =
                values.filter { $0.value.end != nil }.map { "temporary \($0.key)" }
                + overrides.filter { $0.value.end != nil }.map { "temporary \($0.key)" }
            guard temporary.isEmpty else { throw Complaint(Set(temporary)) }
            worlds[id] = values
            worldOverrides[id] = overrides
            proposals.insert(id)
        case .dropWorld(let id):
            guard worlds[id] != nil else { throw Complaint("unknownWorld \(id)") }
            drop(id)
        case .mergeWorld(let id, _):
            try merge(id)
            if proposals.contains(id) { drop(id) }
        }
    }
}

extension Mutation {
    /// The key that the result describes.
    fileprivate var onlyKey: Key? {
        switch self {
        case .set(let key, _, _), .toggle(let key, _), .step(let key, _, _): key
        default: nil
        }
    }
}
