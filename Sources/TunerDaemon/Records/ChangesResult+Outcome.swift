import JSONCore
import StateCore
import TunerAPI

extension ChangesResult {
    /// The result of a mutation that may change many keys.
    init(_ outcome: Outcome, revision: Int64) {
        self.init()
        self.revision = revision
        hasChanged = outcome.hasChanged
        (changes, more) = ChangeRecord.told(outcome.changes)
    }
}

extension ChangesHolding {
    /// The result of a mutation that may change many keys.
    init(_ outcome: Outcome, revision: Int64) {
        self.init()
        result = ChangesResult(outcome, revision: revision)
    }
}

extension LeavingResult {
    /// The result of a mutation that leaves keys as they are which it may not change.
    init(_ outcome: Outcome, revision: Int64) {
        self.init()
        result = ChangesResult(outcome, revision: revision)
        guard !outcome.left.isEmpty else { return }
        left = outcome.left.prefix(ChangeRecord.most).map { LeftKeyRecord($0) }
        result.more = outcome.left.count > ChangeRecord.most ? true : result.more
    }
}

extension StagedResult {
    /// The result of a piece that further pieces follow: nothing has changed yet.
    init(stagedFor caller: Caller, _ states: StateVersions) {
        self.init()
        result.revision = states.state(for: caller).revision
        staged = caller.session.staged?.count
    }
}
