import FlagEngine
import TunableEngine

extension State {
    /// Returns the draft that copies a world to a new one, which waits for a person.
    ///
    /// A temporary value would hide the lasting value beneath it from the person, so it is refused.
    func proposing(
        world id: String,
        copying source: String,
        _ summary: String,
        by author: Author
    ) throws(StateRefusal) -> Draft {
        let limit = rules.limits.proposals
        let own = try joinableWorld(source)
        _ = try creating(world: id, by: author)
        guard allWorlds.count(where: { $0.world.proposal != nil }) < limit else { throw .tooMany(.proposals, limit) }
        try StateRefusal.check(own.temporarySubjects.map { .temporary($0) })
        let proposal = WorldProposal(summary: summary, revision: revision)
        return Draft(worldEdits: [.copy(source, to: id, author.actor, proposal)])
    }
}

extension World {
    /// The keys and flags whose value in the world has an end, in byte order.
    fileprivate var temporarySubjects: [Subject] {
        var subjects: [Subject] = []
        values.forEachInOrder { key, local in
            if local.ending != nil { subjects.append(.tunable(Key(known: key))) }
        }
        flags.forEachInOrder { key, override in
            if override.ending != nil { subjects.append(.flag(FlagKey(known: key))) }
        }
        return subjects
    }
}
