package import JSONCore
package import TunableEngine

extension State {
    /// Sets one value on the fast path for most writes: outside worlds, without an end, without layers and the kill
    /// switch.
    ///
    /// If the write is not plain or must be refused, this changes nothing, and the caller uses ``perform(_:by:at:)``.
    /// A plain write stores what `apply` would store, but makes no lists. Its rules are those of every write:
    /// `StateRules.checkedWrite`, and `State.hasRoom`.
    package mutating func set(_ key: Key, to value: JSON, by actor: Actor, at time: Moment) -> PlainWrite {
        guard resolver.isEmpty else { return .notPlain }
        let next = revision + 1
        let rules = rules
        var write = TunableWrite(revision: next)
        do throws(NotPlain) {
            try store(&write, for: key) { (write) throws(NotPlain) in
                guard write.old != nil else { throw .isNew }
                try write.prepare(value, for: key, rules)
            }
        } catch {
            guard error == .isNew, isPlainIfNew(key), hasRoom(forKeys: 1) else { return .notPlain }
            let isStored: Void? = try? store(&write, for: key) { (write) throws(NotPlain) in
                try write.prepare(value, for: key, rules)
            }
            guard isStored != nil else { return .notPlain }
        }
        guard let value = write.value else { return .notPlain }
        let before = write.old?.detail == nil ? write.old?.value : write.old?.detail?.local?.value
        guard write.hasChanged || before.differs(from: value) else {
            return .unchanged(value, revision: write.old?.revision ?? 0)
        }
        let plain = PlainSet(key: key, value: value, before: before, old: write.old?.value)
        let commit = Commit(revision: next, time: time, actor: actor, setting: plain)
        add(commit)
        return .committed(commit)
    }
}

extension State {
    /// Returns whether the first write of a key that does not exist is plain: no inactive layer can have a value for
    /// it, and no object has the beginning of the key.
    private func isPlainIfNew(_ key: Key) -> Bool {
        layers.isEmpty && holderKey(of: key, in: nil) == nil
    }
}

/// Why a write is not plain.
private enum NotPlain: Error {
    /// The key does not exist.
    case isNew
    /// The write needs the general path, or it is invalid.
    case general
}

extension TunableWrite {
    /// Sets what the plain write of a value stores, or throws if the write is not plain.
    @inline(__always)
    fileprivate mutating func prepare(_ value: JSON, for key: Key, _ rules: StateRules) throws(NotPlain) {
        if let detail = old?.detail {
            guard let declaration = detail.declaration, declaration.spec.merge != .union, detail.local?.ending == nil
            else { throw .general }
            self.declaration = declaration
            isAccepted = true
        }
        do throws(WriteFault) {
            // No layer is active: `set` has seen that the resolver is empty.
            let resolver = Resolver()
            self.value = try rules.checkedWrite(of: value, to: key, declaration, resolver, .plain, exists: old != nil) {
                old?.value.flatMap { FreeKind(of: $0) }
            } checkUnchanged: {
            }
        } catch {
            throw .general
        }
    }
}
