import JSONCore
import StateCore
import TunableEngine

extension PastLine {
    /// The commit with all that cannot be found out again.
    init(_ commit: Commit) {
        self.init()
        self.commit = CommitLine(commit)
        stored = commit.before.map { StoredLine($0) }
        forced = commit.forcedBefore.map { ForcedLine($0) }
        changes = commit.changes.map { ChangeLine($0) }
    }

    /// The commit that was written down.
    func past() throws(CodingFault) -> Commit {
        Commit(
            revision: commit.revision,
            time: Moment(milliseconds: commit.time),
            actor: commit.actor,
            operation: Operation(named: commit.operation),
            edits: try commit.stored(),
            before: stored.map(\.local),
            forcedBefore: forced.map(\.forced),
            changes: try changes.map { (line) throws(CodingFault) in try line.change() }
        )
    }
}

extension StoredLine {
    fileprivate init(_ local: LocalValue?) {
        self.init()
        value = local?.value
        end = local?.override?.end.milliseconds
        before = local?.override?.before
    }

    fileprivate var local: LocalValue? {
        value.map { LocalValue(stored: $0, end: end, before: before) }
    }
}

extension ChangeLine {
    fileprivate init(_ change: Change) {
        self.init()
        key = change.key.text
        value = change.value
        old = change.old
        origin = change.origin.name
    }

    fileprivate func change() throws(CodingFault) -> Change {
        guard let origin = Origin(name: origin) else { throw .origin(origin) }
        return Change(key: try Key(stored: key), value: value, old: old, origin: origin)
    }
}
