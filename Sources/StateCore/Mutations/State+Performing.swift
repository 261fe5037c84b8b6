import JSONCore
import TunableEngine

extension State {
    /// Performs a mutation completely, or throws a refusal and changes nothing.
    package mutating func perform(
        _ mutation: Mutation,
        by author: Author,
        at time: Moment
    ) throws(StateRefusal) -> MutationOutcome {
        if case .set(let key, let value, .plain) = mutation, author.world == nil,
            let outcome = MutationOutcome(set(key, to: value, by: author.actor, at: time))
        {
            return outcome
        }
        try checkWorld(of: author, for: mutation)
        var draft = try draft(mutation, by: author, at: time)
        endReplacedTries(&draft, by: mutation.kind)
        if !mutation.isRestoring { try checkRoom(for: draft) }
        var outcome = MutationOutcome()
        outcome.undone = draft.undone
        outcome.skipped = draft.skipped
        if let key = mutation.key {
            let world = author.world.flatMap { worlds[$0] }
            let (resolution, revision) = lookUp(key, in: world)
            outcome.value = draft.value?.member(at: member(key, in: world)?.path ?? [])
            outcome.old = resolution.value
            outcome.keyRevision = draft.hasChanged ? 0 : revision
        }
        outcome.hasChanged = draft.hasChanged
        if !draft.edits.isEmpty {
            (outcome.commit, outcome.flagChanges) = apply(
                draft.edits,
                revision: revision + 1,
                time: time,
                actor: author.actor,
                operation: .mutation(mutation.kind)
            )
        }
        if !draft.worldEdits.isEmpty {
            outcome.worldChanges = apply(draft.worldEdits, &outcome.worldFlagChanges)
            outcome.worldKeys = draft.worldEdits.compactMap { edit in
                guard case .value(let world, let key, _) = edit else { return nil }
                return WorldKey(world: world, key: key)
            }
            outcome.endedWorlds = draft.worldEdits.compactMap { edit in
                guard case .drop(let world) = edit else { return nil }
                return world
            }
        }
        return outcome
    }

    /// Throws a refusal if the author's world no longer exists, except for the mutation that creates a world.
    ///
    /// Otherwise a write that was meant for a world would change the shared state.
    private func checkWorld(of author: Author, for mutation: Mutation) throws(StateRefusal) {
        if case .createWorld = mutation {
            return
        }
        _ = try world(of: author)
    }

    private func draft(_ mutation: Mutation, by author: Author, at time: Moment) throws(StateRefusal) -> Draft {
        switch mutation {
        case .set(let key, let value, let options):
            try writing([Mutation.Entry(key, value)], options, by: author, at: time)
        case .update(let entries, let options):
            try writing(entries, options, by: author, at: time)
        case .setAll(let entries, let options, let patterns):
            try replacing(with: entries, options, resetting: patterns)
        case .import(let values, let specs, let options):
            try importing(values, specs, options, by: author)
        case .reset(let key, let ifRevision):
            try resetting(key, ifRevision: ifRevision, by: author)
        case .resetAll(let patterns):
            try resetting(patterns, by: author)
        case .toggle(let key, let options):
            try toggling(key, options, by: author, at: time)
        case .step(let key, let count, let options):
            try stepping(key, by: count, options, by: author, at: time)
        case .declare(let specs, let replaces):
            try declaring(specs, replaces: replaces, by: author)
        case .forget(let key):
            try forgetting(key)
        case .undo(let everyone, let skips):
            try undoing(everyone: everyone, skips: skips, by: author)
        case .redo(let everyone):
            try redoing(everyone: everyone, by: author, at: time)
        case .putLayer(let layer, let duration):
            try putting(layer, for: Term(duration), at: time)
        case .keepLayer(let name):
            try keeping(layer: name)
        case .revertLayer(let name):
            try ending(layer: name)
        case .removeLayer(let name):
            try removing(layer: name)
        case .activate(let names):
            try activating(names)
        case .addKillSwitch(let entry):
            try addingKillSwitch(entry)
        case .removeKillSwitch(let patterns):
            removingKillSwitch(patterns)
        case .defineFlags(let definitions, let isCreating):
            try defining(definitions, creating: isCreating)
        case .declareFlags(let definitions, let replaces):
            try declaring(definitions, replaces: replaces, by: author)
        case .removeFlag(let key):
            try removing(key)
        case .setFlag(let key, let override, let duration):
            try overriding(key, override, for: Term(duration), by: author, at: time)
        case .resetFlag(let key):
            try releasing(key, by: author)
        case .revert:
            reverting(by: time)
        case .beginTry(let request, let duration):
            try trying(request, for: duration, by: author, at: time)
        case .confirmTry(let id):
            try confirming(try: id)
        case .cancelTry(let id, let reason):
            try cancelling(try: id, because: reason)
        case .createWorld(let id):
            try creating(world: id, by: author)
        case .proposeWorld(let id, let source, let summary):
            try proposing(world: id, copying: source, summary, by: author)
        case .dropWorld(let id):
            try dropping(world: id)
        case .mergeWorld(let id, let ifRevision):
            try merging(world: id, ifRevision: ifRevision)
        }
    }
}

extension Mutation {
    /// Whether the mutation only restores what was stored before, so that no limit refuses it.
    fileprivate var isRestoring: Bool {
        switch self {
        case .revert, .revertLayer, .cancelTry: true
        default: false
        }
    }

    /// The written key, if the mutation writes exactly one.
    fileprivate var key: Key? {
        switch self {
        case .set(let key, _, _), .toggle(let key, _), .step(let key, _, _): key
        case .update, .setAll, .import, .reset, .resetAll, .declare, .forget, .undo, .redo, .putLayer, .keepLayer,
            .revertLayer, .removeLayer, .activate, .addKillSwitch, .removeKillSwitch, .defineFlags, .declareFlags,
            .removeFlag, .setFlag,
            .resetFlag, .revert, .beginTry, .confirmTry, .cancelTry,
            .createWorld, .proposeWorld, .dropWorld, .mergeWorld:
            nil
        }
    }
}
