import JSONCore
package import TunableEngine

extension State {
    /// Returns the value to store for a key, or throws the refusal of the write.
    ///
    /// `shared` is the key's tunable outside worlds.
    func checked(
        _ key: Key,
        _ value: JSON,
        _ shared: StoredTunable?,
        _ options: WriteOptions,
        in world: World?
    ) throws(StateRefusal) -> JSON {
        let exists = shared != nil || world?.values.contains(key) == true
        if !exists { try checkIsNoSecretMember(key, in: world) }
        do throws(WriteFault) {
            return try rules.checkedWrite(of: value, to: key, shared?.declaration, resolver, options, exists: exists) {
                kind(of: key, shared, in: world)
            } checkUnchanged: { () throws(StateRefusal) in
                try checkUnchanged(key, shared, exists: exists, options)
            }
        } catch {
            switch error {
            case .locked(let reason): throw .readOnly(key, layer: SkippedKey(key: key, reason: reason).layer)
            case .unknown: throw unknown(key, in: world)
            case .undeclared: throw undeclared(key)
            case .refused(let refusal): throw refusal
            }
        }
    }

    /// Returns the key with the reason why no client may write it, or nil if clients may.
    func locked(_ key: Key, _ declaration: TunableDeclaration?) -> SkippedKey? {
        resolver.lock(of: key, declaration).map { SkippedKey(key: key, reason: $0) }
    }

    /// Throws a refusal if no client may write the key.
    func checkWritable(_ key: Key, _ declaration: TunableDeclaration?) throws(StateRefusal) {
        if let locked = locked(key, declaration) {
            throw .readOnly(key, layer: locked.layer)
        }
    }

    /// Returns the kind of the existing values of an undeclared key.
    ///
    /// The first origin that has a value decides: the world, the local value, the active layers, then the other layers
    /// by name. The layer named `layer` is omitted, because it is being replaced.
    func kind(
        of key: Key,
        _ shared: StoredTunable?,
        in world: World? = nil,
        except layer: String? = nil
    ) -> FreeKind? {
        let bytes = key.text.utf8.span
        if let own = world?.values.value(of: bytes) {
            return FreeKind(of: own.value)
        }
        if let local = shared?.local {
            return FreeKind(of: local.value)
        }
        guard !layers.isEmpty else { return nil }
        let value = firstResult(ofLayersWith: bytes) { other, _ in
            other.name == layer ? nil : other.values.value(of: bytes)
        }
        return value.flatMap { FreeKind(of: $0) }
    }

    /// Throws a refusal if the key has changed after `options.ifRevision`.
    func checkUnchanged(
        _ key: Key,
        _ shared: StoredTunable?,
        exists: Bool,
        _ options: WriteOptions
    ) throws(StateRefusal) {
        guard let revision = options.ifRevision else { return }
        guard revision > 0 else {
            if exists {
                throw .exists(key, revision: shared?.revision ?? 0)
            }
            return
        }
        try checkUnchanged(key, shared, since: revision)
    }

    /// Throws a refusal if the shared value of the key has changed after a revision.
    func checkUnchanged(_ key: Key, _ shared: StoredTunable?, since revision: Int64) throws(StateRefusal) {
        if let shared, shared.revision > revision {
            throw .changed(key, since: revision, revision: shared.revision)
        }
        guard shared == nil else { return }
        // The key and its revision are removed, but the history may have the commit that removed it.
        let last = history.newestFirst.first { commit in commit.changes.contains { $0.key == key } }
        if let last, last.revision > revision {
            throw .changed(key, since: revision, revision: last.revision)
        }
    }

    /// Returns the refusal for an undeclared key under strict rules.
    func undeclared(_ key: Key) -> StateRefusal {
        let isFlag = flag(key.text.utf8.span)?.definition != nil
        return .undeclared(key, nearest: nearestDeclared(to: key), isFlag: isFlag)
    }

    /// Returns the refusal for a key without a value, with a flag of that name, the nearest member or the nearest key.
    package func unknown(_ key: Key, in world: World? = nil) -> StateRefusal {
        if tunable(key)?.declaration != nil {
            return .noValue(key)
        }
        if let refusal = unknownMember(key, in: world) {
            return refusal
        }
        if flag(key.text.utf8.span)?.definition != nil {
            return .noTunableButFlag(key)
        }
        return .unknownKey(key, nearest: nearest(to: key))
    }
}
