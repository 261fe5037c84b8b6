import StateCore
import TunerAPI

extension ChangesResult {
    /// What a mutation answers that may change many keys.
    init(_ outcome: Outcome, revision: Int64) {
        self.init()
        self.revision = revision
        hasChanged = outcome.hasChanged
        (changes, more) = ChangeRecord.told(outcome.changes)
        if !outcome.left.isEmpty {
            left = outcome.left.prefix(ChangeRecord.most).map { LeftKeyRecord($0) }
            more = outcome.left.count > ChangeRecord.most ? true : more
        }
    }
}
