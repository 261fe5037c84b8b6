import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Returns the world of an author, or nil if the author is in none.
    func world(of author: Author) throws(StateRefusal) -> World? {
        guard let id = author.world else { return nil }
        return try joinableWorld(id)
    }

    /// Returns a world that clients can be in, or throws the refusal for an unknown world or a proposal.
    package func joinableWorld(_ id: String) throws(StateRefusal) -> World {
        let world = try world(id)
        guard world.proposal == nil else { throw .isProposal(id) }
        return world
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

    func dropping(world id: String) throws(StateRefusal) -> Draft {
        _ = try world(id)
        return Draft(worldEdits: [.drop(id)])
    }

    /// Applies the edits, and returns the changes that the members of the worlds see.
    mutating func apply(_ edits: [WorldEdit], _ flagChanges: inout [WorldFlagChange]) -> [Change] {
        var changes: [Change] = []
        for edit in edits {
            switch edit {
            case .create(let id, let actor):
                worlds.insert(World(actor: actor), for: id.utf8.span)
            case .copy(let source, let id, let actor, let proposal): copy(source, to: id, actor, proposal)
            case .drop(let id):
                guard let world = worlds.remove(id.utf8.span) else { continue }
                world.values.forEachInOrder { bytes, local in
                    deadlines.replace(local.ending, by: nil, of: Key(known: bytes), in: id)
                }
                world.flags.forEachInOrder { bytes, override in
                    deadlines.replace(copy override, by: nil, of: FlagKey(known: bytes), in: id)
                }
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

    /// Creates a world with the contents of another one, which have no deadlines.
    private mutating func copy(_ source: String, to id: String, _ actor: Actor, _ proposal: WorldProposal) {
        guard var world = worlds[source] else { preconditionFailure("a draft copies only a world that is there") }
        (world.actor, world.proposal) = (actor, proposal)
        worlds.insert(world, for: id.utf8.span)
    }

    /// Stores or removes a world's value of a key, with its deadline.
    mutating func store(_ local: LocalValue?, for key: Key, in world: String) {
        let bytes = key.text.utf8.span
        let old = worlds.update(world.utf8.span) { world -> LocalValue? in
            if let local { world?.values.insert(local, for: bytes) } else { world?.values.remove(bytes) }
        }
        deadlines.replace(old?.ending, by: local?.ending, of: key, in: world)
    }

    /// Stores or removes a world's override of a flag, with its deadline; returns the previous one.
    @discardableResult
    mutating func store(_ override: StoredOverride?, for key: FlagKey, in world: String) -> StoredOverride? {
        let bytes = key.text.utf8.span
        let old = worlds.update(world.utf8.span) { world -> StoredOverride? in
            if let override { world?.flags.insert(override, for: bytes) } else { world?.flags.remove(bytes) }
        }
        deadlines.replace(old, by: override, of: key, in: world)
        return old
    }
}
