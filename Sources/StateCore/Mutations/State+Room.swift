import FlagEngine
import TunableEngine

extension State {
    /// Throws a refusal if a draft would create more keys or flags than the limit, outside worlds or in one world.
    ///
    /// A draft that does not increase their number is never refused.
    func checkRoom(for draft: Draft) throws(StateRefusal) {
        if !hasRoom(forKeys: draft.edits.reduce(0) { $0 + maxKeys(of: $1) }) {
            try checkCount(after: draft.edits)
        }
        if flags.count + draft.edits.reduce(0, { $0 + maxFlags(of: $1) }) > maxFlags {
            try checkCount(after: draft.edits)
        }
        var ids: Set<String> = []
        for case .value(let id, _, _?) in draft.worldEdits where ids.insert(id).inserted {
            try checkCount(after: draft.worldEdits, in: id)
        }
    }

    /// Returns whether the limit of keys allows a number of new keys outside worlds.
    func hasRoom(forKeys count: Int) -> Bool { boundCount + count <= rules.limits.keys }

    private func checkCount(after edits: [Edit]) throws(StateRefusal) {
        guard edits.contains(where: { makesKeys($0) || maxFlags(of: $0) > 0 }) else { return }
        let after = storing(edits)
        if after.boundCount > max(rules.limits.keys, boundCount) {
            throw .tooMany(.keys, rules.limits.keys)
        }
        if after.flags.count > max(maxFlags, flags.count) {
            throw .tooMany(.flags, rules.limits.keys)
        }
    }

    /// The most flags: the limit of keys, plus the built-in flags.
    private var maxFlags: Int { rules.limits.keys + BuiltInFlags.all.count }

    /// Returns the most flags that an edit can create.
    private func maxFlags(of edit: Edit) -> Int {
        switch edit {
        case .definition(let key, _?), .flagDeclaration(let key, _?): flag(key) == nil ? 1 : 0
        case .layer(_, let layer?): layer.flags.count
        case .activation(let names): names.reduce(0) { $0 + (layers[$1]?.flags.count ?? 0) }
        case .local, .declaration, .layer, .killSwitch, .killSwitchEntry, .definition, .flagDeclaration, .override,
            .undone, .redone, .beginTry, .endTry:
            0
        }
    }

    private func checkCount(after edits: [WorldEdit], in world: String) throws(StateRefusal) {
        guard let values = worlds[world]?.values, values.count + edits.count > rules.limits.keys else { return }
        var count = values.count
        for case .value(world, let key, let local) in edits {
            count += (local == nil ? 0 : 1) - (values.contains(key) ? 1 : 0)
        }
        if count > rules.limits.keys {
            throw .tooMany(.keys, rules.limits.keys)
        }
    }

    /// Returns the most keys that an edit can create.
    private func maxKeys(of edit: Edit) -> Int {
        switch edit {
        case .local(_, _?), .declaration(_, _?): 1
        case .layer(_, let layer?): layer.values.count
        case .activation(let names): names.reduce(0) { $0 + (layers[$1]?.values.count ?? 0) }
        case .local, .declaration, .layer, .killSwitch, .killSwitchEntry, .definition, .flagDeclaration, .override,
            .undone, .redone, .beginTry, .endTry:
            0
        }
    }

    private func makesKeys(_ edit: Edit) -> Bool {
        switch edit {
        case .local(let key, _), .declaration(let key, _): maxKeys(of: edit) > 0 && tunable(key) == nil
        default: maxKeys(of: edit) > 0
        }
    }
}
