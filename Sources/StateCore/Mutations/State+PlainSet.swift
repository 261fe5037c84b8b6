package import JSONCore
package import TunableEngine

extension State {
    /// Sets one value on the fast path for most writes: outside worlds, without an end, without layers and the kill
    /// switch.
    ///
    /// If the write is not plain or must be refused, this changes nothing, and the caller uses ``perform(_:by:at:)``.
    /// A plain write stores what `apply` would store, but makes no lists.
    package mutating func set(_ key: Key, to value: JSON, by actor: Actor, at time: Moment) -> PlainWrite {
        guard resolver.isEmpty, !rules.isStrict, !value.mayExceed(rules.limits) else { return .notPlain }
        let next = revision + 1
        var write = TunableWrite(revision: next)
        do throws(NotPlain) {
            try store(&write, for: key) { (write) throws(NotPlain) in try write.prepare(value, mayMake: false) }
        } catch {
            guard error == .isNew, mayMake(key) else { return .notPlain }
            let isStored: Void? = try? store(&write, for: key) { (write) throws(NotPlain) in
                try write.prepare(value, mayMake: true)
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
    /// Returns whether a plain write may create a key that does not exist.
    private func mayMake(_ key: Key) -> Bool {
        guard layers.isEmpty, boundCount < rules.limits.keys, key.text.utf8.count <= rules.limits.keyBytes else {
            return false
        }
        do throws(StateRefusal) {
            return try writtenMember(key, in: nil) == nil
        } catch {
            return false
        }
    }
}

/// Why a write is not plain.
private enum NotPlain: Error {
    /// The key does not exist.
    case isNew
    /// The write needs the general way, or it is invalid.
    case general
}

extension TunableWrite {
    /// Sets what the plain write of a value stores, or throws if the write is not plain.
    @inline(__always)
    fileprivate mutating func prepare(_ value: JSON, mayMake: Bool) throws(NotPlain) {
        guard let detail = old?.detail else {
            guard let kind = FreeKind(of: value) else { throw .general }
            if let stored = old?.value {
                guard FreeKind(of: stored) == kind else { throw .general }
            } else if !mayMake {
                throw .isNew
            }
            self.value = value
            return
        }
        guard let declaration = detail.declaration, !declaration.spec.isReadOnly, declaration.spec.merge != .union,
            detail.local?.override == nil, let accepted = try? declaration.spec.accepted(value)
        else { throw .general }
        self.declaration = declaration
        self.value = accepted
        isAccepted = true
    }
}
