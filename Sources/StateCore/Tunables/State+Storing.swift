import TunableEngine

extension State {
    /// Completes a write with `prepare`, and stores the resulting tunable and its deadline.
    ///
    /// If `prepare` throws, nothing changes. Every change of a stored tunable goes through this function.
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
        deadlines.note(write, of: key)
    }

    /// Computes the value of a key again, after a change of a layer or of the kill switch.
    @discardableResult
    mutating func recompute(_ key: Key, revision: Int64, isExact: Bool = false) -> TunableWrite {
        var write = TunableWrite(revision: revision, isExact: isExact)
        store(&write, for: key) { ($0.declaration, $0.local) = ($0.old?.declaration, $0.old?.local) }
        return write
    }

    /// Appends a commit to the history and makes its revision the revision of the state.
    ///
    /// Its revision must be greater than that of the state. Only loading from files sets the revision or appends to
    /// the history in another way.
    @inline(__always)
    mutating func add(_ commit: Commit) {
        precondition(commit.revision > revision, "revisions grow")
        revision = commit.revision
        history.append(commit.isPlain ? commit : commit.remembered)
    }
}
