import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Returns the world of an author, or nil if the author is in none.
    func world(of author: Author) throws(StateRefusal) -> World? {
        guard let id = author.world else { return nil }
        return try world(id)
    }

    /// Returns a world, or throws the refusal for an unknown world.
    package func world(_ id: String) throws(StateRefusal) -> World {
        guard let world = worlds[id] else { throw .unknownWorld(id) }
        return world
    }

    func creating(world id: String, by author: Author) throws(StateRefusal) -> Draft {
        guard worlds[id] == nil else { throw .worldExists(id) }
        guard worlds.count < rules.limits.worlds else { throw .tooMany(.worlds, rules.limits.worlds) }
        return Draft(worldEdits: [.create(id, author.actor)])
    }

    /// Returns the draft that copies a world to a new one.
    func proposing(
        world id: String,
        copying source: String,
        _ summary: String,
        by author: Author
    ) throws(StateRefusal) -> Draft {
        _ = try world(source)
        _ = try creating(world: id, by: author)
        let proposal = WorldProposal(summary: summary, revision: revision)
        return Draft(worldEdits: [.copy(source, to: id, author.actor, proposal)])
    }

    func dropping(world id: String) throws(StateRefusal) -> Draft {
        _ = try world(id)
        return Draft(worldEdits: [.drop(id)])
    }

    /// Returns the draft that moves the values of a world to the local values and empties the world.
    ///
    /// The members of the world continue to see the same values. A temporary value keeps its end. When it ends, it
    /// restores the value that the world would have shown.
    func merging(world id: String) throws(StateRefusal) -> Draft {
        var draft = Draft()
        var faults: [StateRefusal] = []
        try world(id).values.forEachInOrder { bytes, own in
            let key = Key(known: bytes)
            do throws(StateRefusal) {
                let shared = tunable(bytes)
                if let edit = edit(key, from: shared, to: try merged(own, into: shared, key)) {
                    draft.edits.append(edit)
                }
                draft.worldEdits.append(.value(id, key, nil))
            } catch {
                faults.append(error)
            }
        }
        try world(id).flags.forEachInOrder { bytes, own in
            let key = FlagKey(known: bytes)
            do throws(StateRefusal) {
                let shared = flag(key)
                let override = try merged(own, into: shared, key)
                if shared?.override != override {
                    draft.edits.append(.override(key, override))
                }
                draft.worldEdits.append(.override(id, key, nil))
            } catch {
                faults.append(error)
            }
        }
        try StateRefusal.check(faults)
        return draft
    }

    /// Returns a world's override of a flag as an override outside every world.
    private func merged(
        _ own: borrowing StoredOverride,
        into shared: StoredFlag?,
        _ key: FlagKey
    ) throws(StateRefusal) -> StoredOverride {
        let override = try checked(own.content, for: key, shared)
        guard let ending = own.ending else { return StoredOverride(override) }
        let before = try ending.before.map { (override) throws(StateRefusal) in
            try checked(override, for: key, shared)
        }
        let beneath = before ?? StoredOverride.lasting(shared?.override)
        return StoredOverride(override, ending: StoredOverride.Ending(time: ending.time, before: beneath))
    }

    /// Returns a world's value as a local value, merged with the lasting local value where the spec merges by union.
    private func merged(
        _ own: borrowing LocalValue,
        into shared: StoredTunable?,
        _ key: Key
    ) throws(StateRefusal) -> LocalValue {
        let lasting = LocalValue.lasting(shared?.local)
        func merged(_ value: JSON) throws(StateRefusal) -> JSON {
            let value = try checked(key, value, shared, .plain, in: nil)
            guard let spec = shared?.declaration?.spec, spec.merge == .union,
                let admitted = lasting.flatMap({ resolver.admitted($0, by: spec) })
            else { return value }
            return resolver.joined([value, admitted], spec) ?? value
        }
        let value = try merged(own.value)
        guard let ending = own.ending else { return LocalValue(value) }
        let before = try ending.before.map { (value) throws(StateRefusal) in try merged(value) } ?? lasting
        return LocalValue(value, ending: LocalValue.Ending(time: ending.time, before: before))
    }

    /// Applies the edits, and returns the changes that the members of the worlds see.
    mutating func apply(_ edits: [WorldEdit], _ flagChanges: inout [WorldFlagChange]) -> [Change] {
        var changes: [Change] = []
        for edit in edits {
            switch edit {
            case .create(let id, let actor):
                worlds[id] = World(actor: actor)
            case .copy(let source, let id, let actor, let proposal): copy(source, to: id, actor, proposal)
            case .drop(let id):
                worlds[id]?.values.forEachInOrder { bytes, local in
                    deadlines.replace(local.ending, by: nil, of: Key(known: bytes), in: id)
                }
                worlds[id]?.flags.forEachInOrder { bytes, override in
                    deadlines.replace(copy override, by: nil, of: FlagKey(known: bytes), in: id)
                }
                worlds[id] = nil
            case .value(let id, let key, let local):
                let bytes = key.text.utf8.span
                let old = resolution(of: bytes, in: worlds[id])
                store(local, for: key, in: id)
                let now = resolution(of: bytes, in: worlds[id])
                if old.value != now.value {
                    let end = end(of: bytes, now.origin, in: worlds[id])
                    changes.append(Change(key: key, value: now.value, old: old.value, origin: now.origin, end: end))
                }
            case .override(let id, let key, let override):
                let stored = store(override, for: key, in: id)
                flagChanges.append(WorldFlagChange(world: id, key: key, old: stored, new: override))
            }
        }
        return changes
    }

    /// Creates a world with the contents of another one, and with their deadlines.
    private mutating func copy(_ source: String, to id: String, _ actor: Actor, _ proposal: WorldProposal) {
        guard var world = worlds[source] else { preconditionFailure("a draft copies only a world that is there") }
        (world.actor, world.proposal) = (actor, proposal)
        worlds[id] = world
        world.values.forEachInOrder { bytes, local in
            deadlines.replace(nil, by: local.ending, of: Key(known: bytes), in: id)
        }
        world.flags.forEachInOrder { bytes, override in
            deadlines.replace(nil, by: copy override, of: FlagKey(known: bytes), in: id)
        }
    }

    /// Stores or removes a world's value of a key, with its deadline.
    mutating func store(_ local: LocalValue?, for key: Key, in world: String) {
        let bytes = key.text.utf8.span
        let old = worlds[world]?.values.value(of: bytes)
        if let local {
            _ = worlds[world]?.values.insert(local, for: bytes)
        } else {
            _ = worlds[world]?.values.remove(bytes)
        }
        deadlines.replace(old?.ending, by: local?.ending, of: key, in: world)
    }

    /// Stores or removes a world's override of a flag, with its deadline; returns the previous one.
    @discardableResult
    mutating func store(_ override: StoredOverride?, for key: FlagKey, in world: String) -> StoredOverride? {
        let bytes = key.text.utf8.span
        let old = worlds[world]?.flags.value(of: bytes)
        if let override {
            _ = worlds[world]?.flags.insert(override, for: bytes)
        } else {
            _ = worlds[world]?.flags.remove(bytes)
        }
        deadlines.replace(old, by: override, of: key, in: world)
        return old
    }

    /// Returns the keys whose value in the world differs from the shared value, at most `most` of them, in byte
    /// order.
    package func differences(of world: World, atMost most: Int = .max) -> [Change] {
        var changes: [Change] = []
        world.values.visit(withPrefix: "") { bytes, _ in
            let beneath = tunable(bytes)?.value
            let effective = resolution(of: bytes, in: world)
            if effective.value != beneath {
                changes.append(
                    Change(
                        key: Key(known: bytes),
                        value: effective.value,
                        old: beneath,
                        origin: effective.origin,
                        end: end(of: bytes, effective.origin, in: world)
                    )
                )
            }
            return changes.count < most
        }
        return changes
    }
}
