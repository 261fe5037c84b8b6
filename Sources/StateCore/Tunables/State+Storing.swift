import TunableEngine

extension State {
    /// Completes a write with what `prepare` puts into it, and stores it.
    ///
    /// Where `prepare` throws, nothing changes. Nothing else changes a tunable.
    @inline(__always)
    mutating func store<Failure: Error>(
        _ write: inout TunableWrite,
        for key: Key,
        _ prepare: (inout TunableWrite) throws(Failure) -> Void
    ) throws(Failure) {
        let bytes = key.text.utf8.span
        let resolver = resolver
        try tunables.update(bytes) { (tunable) throws(Failure) in
            let isStored = tunable != nil
            swap(&tunable, &write.old)
            if !isStored {
                write.old = BuiltInTunables.tunable(bytes)
            }
            do throws(Failure) {
                try prepare(&write)
                tunable = write.result(for: bytes, resolver)
            } catch {
                tunable = isStored ? write.old : nil
                throw error
            }
        }
        let oldOverride = write.old?.detail?.local?.override
        if oldOverride != nil || write.override != nil {
            let place = Deadlines.Place(subject: .tunable(key), world: nil)
            deadlines.replace(oldOverride?.end, by: write.override?.end, in: place)
        }
    }

    /// Decides the value of a key again, after a change of something else that the value depends on.
    @discardableResult
    mutating func recompute(_ key: Key, revision: Int64, isExact: Bool = false) -> TunableWrite {
        var write = TunableWrite(revision: revision, isExact: isExact)
        store(&write, for: key) { ($0.declaration, $0.local) = ($0.old?.declaration, $0.old?.local) }
        return write
    }

    /// Makes a commit the newest one: nothing else moves the revision and the history on.
    @inline(__always)
    mutating func add(_ commit: Commit) {
        precondition(commit.revision > revision, "revisions grow")
        revision = commit.revision
        history.append(commit.isPlain ? commit : commit.remembered)
    }
}
