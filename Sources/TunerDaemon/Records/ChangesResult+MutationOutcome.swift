import JSONCore
import StateCore
import TunerAPI

extension ChangesResult {
    /// Creates the result of a mutation that may change many keys.
    init(_ outcome: MutationOutcome, revision: Int64) {
        self.init()
        self.revision = revision
        hasChanged = outcome.hasChanged
        (changes, more) = ChangeRecord.records(of: outcome.changes)
    }
}

extension ChangesHolding {
    /// Creates the result of a mutation that may change many keys.
    init(_ outcome: MutationOutcome, revision: Int64) {
        self.init()
        result = ChangesResult(outcome, revision: revision)
    }
}

extension SkippingResult {
    /// Creates the result of a mutation that skips the keys that it may not change.
    init(_ outcome: MutationOutcome, revision: Int64) {
        self.init()
        result = ChangesResult(outcome, revision: revision)
        guard !outcome.skipped.isEmpty else { return }
        skipped = outcome.skipped.prefix(ChangeRecord.limit).map { SkippedKeyRecord($0) }
        result.more = outcome.skipped.count > ChangeRecord.limit ? true : result.more
    }
}

extension StagedResult {
    /// Creates the result of a piece that is not the last one of its call; nothing has changed yet.
    init(stagedFor caller: Caller, _ states: StateVersions) {
        self.init()
        result.revision = states.state(for: caller).revision
        staged = caller.session.staged?.count
    }
}
