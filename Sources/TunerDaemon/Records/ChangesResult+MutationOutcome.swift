import JSONCore
import StateCore
import TunerAPI

extension ChangesResult {
    /// Creates the result of a mutation that may change many keys.
    init(_ outcome: MutationOutcome, revision: Int64, _ filter: SecretFilter) {
        self.init()
        self.revision = revision
        hasChanged = outcome.hasChanged
        (changes, more) = ChangeRecord.records(of: outcome.changes, filter)
    }
}

extension ChangesResult {
    /// Creates the result of a mutation after which the caller sees a state, without hidden values.
    init(_ outcome: MutationOutcome, in state: State, for caller: Caller) {
        self.init(outcome, revision: state.revision, SecretFilter(state, for: caller))
    }
}

extension ChangesHolding {
    /// Creates the result of a mutation that may change many keys.
    init(_ outcome: MutationOutcome, revision: Int64, _ filter: SecretFilter) {
        self.init()
        result = ChangesResult(outcome, revision: revision, filter)
    }
}

extension SkippingResult {
    /// Creates the result of a mutation that skips the keys that it may not change.
    init(_ outcome: MutationOutcome, revision: Int64, _ filter: SecretFilter) {
        self.init()
        result = ChangesResult(outcome, revision: revision, filter)
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
