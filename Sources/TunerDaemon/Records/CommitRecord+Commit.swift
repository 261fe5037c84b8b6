import StateCore
import SystemCore
import TunerAPI

extension CommitRecord {
    init(_ commit: Commit, _ filter: SecretFilter) {
        self.init()
        revision = commit.revision
        time = commit.time.rfc3339
        actor = ActorRecord(commit.actor)
        operation = commit.operation.name
        (changes, more) = ChangeRecord.records(of: commit.changes, filter)
        flags = FlagEditRecord.records(of: commit)
        let names = commit.namesWithoutChange(atMost: ChangeRecord.limit)
        self.names = names.isEmpty ? nil : names
        let tries = commit.tryEdits.compactMap { CommitTryRecord($0) }
        self.tries = tries.isEmpty ? nil : tries
    }
}

extension CommitTryRecord {
    /// Creates the record for an edit that begins or ends a try.
    fileprivate init?(_ edit: Edit) {
        self.init()
        switch edit {
        case .beginTry(let pending): (id, end) = (pending.id, pending.end.rfc3339)
        case .endTry(let end): (id, outcome, reason) = (end.id, end.outcome.rawValue, end.reason)
        default: return nil
        }
    }
}

extension Moment {
    /// The time in the format of RFC 3339.
    var rfc3339: String { WallTime(milliseconds: milliseconds).rfc3339 }
}
