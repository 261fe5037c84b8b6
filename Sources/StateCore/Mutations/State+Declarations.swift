import JSONCore
import TunableEngine

extension State {
    /// Returns the draft that declares tunables.
    ///
    /// It refuses to change a declaration of another client, unless `replaces` is true.
    func declaring(
        _ specs: [Mutation.KeyedSpec],
        replaces: Bool,
        by author: Author
    ) throws(StateRefusal) -> Draft {
        var draft = Draft()
        var faults: [StateRefusal] = []
        for entry in specs {
            let old = tunable(entry.key)
            guard old?.declaration?.spec != entry.spec else { continue }
            guard !BuiltInTunables.contains(entry.key) else {
                faults.append(.builtIn(entry.key))
                continue
            }
            if let declaration = old?.declaration, !replaces,
                !author.mayReplace(declaration.actor, isNamed: declaration.isNamed)
            {
                let difference = DeclarationDifference(
                    between: declaration.spec.definition,
                    and: entry.spec.definition
                )
                faults.append(.declaredDifferently(.tunable(entry.key), by: declaration.actor, difference))
                continue
            }
            do throws(StateRefusal) {
                try rules.checkSize(of: .object(entry.spec.definition), for: .tunable(entry.key), isNew: old == nil)
            } catch {
                faults.append(error)
            }
            let declaration = TunableDeclaration(spec: entry.spec, actor: author.actor, isNamed: author.isNamed)
            draft.edits.append(.declaration(entry.key, declaration))
        }
        try StateRefusal.check(faults)
        return draft
    }

    /// Returns the draft that removes a key's declaration and local value.
    func forgetting(_ key: Key) throws(StateRefusal) -> Draft {
        guard let old = tunable(key) else { throw unknown(key) }
        guard !BuiltInTunables.contains(key) else { throw .builtIn(key) }
        var draft = Draft()
        if old.declaration != nil {
            draft.edits.append(.declaration(key, nil))
        }
        if old.local != nil {
            if let layer = resolver.lockingLayer(of: key.text.utf8.span, old.declaration) {
                throw .readOnly(key, layer: layer.name)
            }
            draft.edits.append(.local(key, nil))
        }
        return draft
    }
}
