import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Returns the draft that defines flags, without those whose definition is equal already.
    ///
    /// With `isCreating`, it refuses flags that any origin defines.
    func defining(_ definitions: [FlagDefinition], creating isCreating: Bool) throws(StateRefusal) -> Draft {
        var draft = Draft()
        var faults: [StateRefusal] = []
        for definition in definitions {
            let old = flag(definition.key)
            if isCreating, old?.definition != nil {
                faults.append(.flagExists(definition.key))
                continue
            }
            guard old?.local != definition else { continue }
            do throws(StateRefusal) {
                try rules.checkSize(of: .object(definition.definition), for: .flag(definition.key), isNew: old == nil)
            } catch {
                faults.append(error)
            }
            draft.edits.append(.definition(definition.key, definition))
        }
        try StateRefusal.check(faults)
        return draft
    }

    /// Returns the draft that declares flags, without those whose declaration is equal already.
    ///
    /// It refuses to change a declaration of another client, unless `replaces` is true. A built-in flag keeps its
    /// definition, so its declaration is not stored.
    func declaring(
        _ definitions: [FlagDefinition],
        replaces: Bool,
        by author: Author
    ) throws(StateRefusal) -> Draft {
        var draft = Draft()
        var faults: [StateRefusal] = []
        for definition in definitions {
            let key = definition.key
            let old = flag(key)
            guard old?.declared?.definition != definition else { continue }
            if let builtIn = BuiltInFlags.all[key] {
                if builtIn.type != definition.type {
                    faults.append(.builtInFlag(key, builtIn.type))
                }
                continue
            }
            if let declared = old?.declared, !replaces,
                !author.mayReplace(declared.actor, isNamed: declared.isNamed)
            {
                let difference = DeclarationDifference(
                    between: declared.definition.definition,
                    and: definition.definition
                )
                faults.append(.declaredDifferently(.flag(key), by: declared.actor, difference))
                continue
            }
            do throws(StateRefusal) {
                try rules.checkSize(of: .object(definition.definition), for: .flag(key), isNew: old == nil)
            } catch {
                faults.append(error)
            }
            let declared = FlagDeclaration(definition: definition, actor: author.actor, isNamed: author.isNamed)
            draft.edits.append(.flagDeclaration(key, declared))
        }
        try StateRefusal.check(faults)
        return draft
    }

    /// Returns the draft that removes the local definition of a flag, or else its declaration.
    ///
    /// It also removes the override if no other origin defines the flag.
    func removing(_ key: FlagKey) throws(StateRefusal) -> Draft {
        guard let old = flag(key), old.definition != nil else { throw unknown(key) }
        var parts = old.parts
        var draft = Draft()
        if parts.local != nil {
            parts.local = nil
            draft.edits.append(.definition(key, nil))
        } else if parts.declared != nil {
            parts.declared = nil
            draft.edits.append(.flagDeclaration(key, nil))
        } else {
            return draft
        }
        if old.override != nil, winningDefinition(of: key, parts).definition == nil {
            draft.edits.append(.override(key, nil))
        }
        return draft
    }

    /// Returns the draft that overrides a flag, outside every world or in the author's world.
    func overriding(
        _ key: FlagKey,
        _ override: FlagOverride,
        for term: Term?,
        by author: Author,
        at time: Moment
    ) throws(StateRefusal) -> Draft {
        let world = try world(of: author)
        let shared = flag(key)
        let content = try checked(override, for: key, shared)
        let stored = world.map { $0.flags.value(of: key.text.utf8.span) } ?? shared?.override
        let ending = term.map {
            StoredOverride.Ending(
                time: time.advanced(byMilliseconds: $0.milliseconds),
                before: StoredOverride.lasting(stored),
                tryID: $0.tryID
            )
        }
        let override = StoredOverride(content, ending: ending)
        guard override != stored else { return Draft() }
        guard let world, let id = author.world else { return Draft(edits: [.override(key, override)]) }
        guard stored != nil || world.flags.count < rules.limits.keys else {
            throw .tooMany(.flags, rules.limits.keys)
        }
        return Draft(worldEdits: [.override(id, key, override)])
    }

    /// Returns the draft that removes the override of a flag, outside every world or in the author's world.
    func releasing(_ key: FlagKey, by author: Author) throws(StateRefusal) -> Draft {
        let world = try world(of: author)
        let shared = flag(key)
        let own = world?.flags.value(of: key.text.utf8.span)
        guard shared != nil || own != nil else { throw unknown(key) }
        if let id = author.world {
            return own == nil ? Draft() : Draft(worldEdits: [.override(id, key, nil)])
        }
        return shared?.override == nil ? Draft() : Draft(edits: [.override(key, nil)])
    }

    /// Returns the override to store for a flag, or throws the refusal if it does not fit the definition.
    func checked(
        _ override: FlagOverride,
        for key: FlagKey,
        _ shared: StoredFlag?
    ) throws(StateRefusal) -> FlagOverride {
        guard let definition = shared?.definition else { throw unknown(key) }
        if case .value(let value) = override {
            try rules.checkSize(of: value, for: .flag(key), isNew: false)
        }
        do throws(FlagOverrideFault) {
            return
                switch override
            {
            case .variant(let name): try definition.override(variant: name)
            case .value(let value): try definition.override(value: value)
            }
        } catch {
            throw .override(key, error)
        }
    }
}
