import JSONCore
import StateCore
import TunableEngine
import TunerAPI

/// The commits in the history, the newest first: one page of them, or all.
struct ListedCommits: StreamedMember {
    private let history: History
    private let patterns: KeyPatterns?
    private let before: Int64
    private let filter: SecretFilter
    /// The number of commits that may still be written.
    private var left: Int64
    /// The number of finished commits, and the number of changes in the next commit that were compared with the
    /// patterns.
    private var passed = 0
    private var compared = 0

    init(_ state: State, matching patterns: KeyPatterns?, before: Int64?, limit: Int64, _ filter: SecretFilter) {
        history = state.history
        self.filter = filter
        self.patterns = patterns
        self.before = before ?? .max
        left = limit
    }

    static var isArray: Bool { true }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        while left > 0, passed < history.count {
            guard !budget.isFull(writer) else { return false }
            let commit = history.commit(beforeNewest: passed)
            budget.steps -= 1
            if commit.revision < before {
                guard let isWanted = isWanted(commit, &budget.steps) else { return false }
                if isWanted {
                    let record = CommitRecord(commit, filter)
                    try record.write(to: &writer)
                    budget.steps -= record.changes.count / ListedCommits.changesPerStep
                    left -= 1
                }
            }
            (passed, compared) = (passed + 1, 0)
        }
        return true
    }

    /// Returns whether a pattern matches a changed key of a commit; nil if the steps are used up before the result is
    /// known.
    private mutating func isWanted(_ commit: Commit, _ steps: inout Int) -> Bool? {
        guard let patterns else { return true }
        let changes = commit.changes
        while compared < changes.count {
            guard steps > 0 else { return nil }
            steps -= 1 + patterns.patterns.count
            if patterns.matches(changes[compared].key) { return true }
            compared += 1
        }
        return false
    }

    /// The number of changes that can be written in the time of one step.
    private static let changesPerStep = 4
}
