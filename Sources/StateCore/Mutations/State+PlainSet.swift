package import JSONCore
package import TunableEngine

extension State {
    /// Stores a value as most are: for all and for good, where no layer, no limit and no override has a say.
    ///
    /// Nothing is changed where there is more to it or it is to be refused: `perform` knows what to do
    /// then. What it does itself comes to the same, with one look for the key and no lists on the way.
    package mutating func set(_ key: Key, to value: JSON, by actor: Actor, at time: Moment) -> PlainWrite {
        guard active.isEmpty, limits.isEmpty, !rules.isStrict, !value.mayExceed(rules.limits) else {
            return .notPlain
        }
        let bytes = key.text.utf8.span
        let mayMake = layers.isEmpty && boundCount < rules.limits.keys && bytes.count <= rules.limits.keyBytes
        let next = revision + 1
        var write = TunableWrite(value: value, revision: next)
        switch tunables.update(bytes, { write.store(in: &$0, of: bytes, mayMake: mayMake) }) {
        case .refused: return .notPlain
        case .unchanged(let revision): return .unchanged(write.value, revision: revision)
        case .changed(let isNew):
            revision = next
            if isNew, key.isBuiltIn {
                builtInCount += 1
            }
            let plain = PlainSet(key: key, value: write.value, before: write.before, old: write.old)
            let commit = Commit(revision: next, time: time, actor: actor, setting: plain)
            history.append(commit)
            return .committed(commit)
        }
    }
}

/// A value on its way into a tunable, and what was there before.
private struct TunableWrite {
    /// What is to be stored, then what is.
    var value: JSON
    /// Of the commit that is made of it.
    let revision: Int64
    /// What was stored before.
    var before: JSON?
    /// What everybody saw before.
    var old: JSON?

    enum End {
        case refused
        case unchanged(revision: Int64)
        case changed(isNew: Bool)
    }

    init(value: JSON, revision: Int64) {
        self.value = value
        self.revision = revision
    }

    /// Stores the value where it can be and nothing else has a say.
    @inline(__always)
    mutating func store(in tunable: inout Tunable?, of key: Span<UInt8>, mayMake: Bool) -> End {
        if let end = tunable?.store(&self) { return end }
        guard mayMake, FreeKind(of: value) != nil, !BuiltInTunables.contains(key) else { return .refused }
        tunable = Tunable(free: value, revision: revision)
        return .changed(isNew: true)
    }
}

extension Tunable {
    @inline(__always)
    fileprivate mutating func store(_ write: inout TunableWrite) -> TunableWrite.End {
        guard detail == nil else { return storeDeclared(&write) }
        guard let old = value, FreeKind(of: old) == FreeKind(of: write.value) else { return .refused }
        guard write.value != old else { return .unchanged(revision: revision) }
        (write.before, write.old) = (old, old)
        revision = write.revision
        value = write.value
        return .changed(isNew: false)
    }

    private mutating func storeDeclared(_ write: inout TunableWrite) -> TunableWrite.End {
        guard let detail, let spec = detail.declaration?.spec, !spec.isReadOnly, spec.merge != .union,
            detail.local?.override == nil, let accepted = try? spec.accepted(write.value)
        else { return .refused }
        write.before = detail.local?.value
        write.old = value
        write.value = accepted
        guard accepted != write.before else { return .unchanged(revision: revision) }
        if accepted != value {
            revision = write.revision
            value = accepted
        }
        self.detail = TunableDetail(declaration: detail.declaration, local: LocalValue(accepted), origin: .local)
        return .changed(isNew: false)
    }
}
