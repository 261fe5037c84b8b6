import ConsoleCore
import JSONCore
import TunerAPI

/// The search for the first commit after which a command finds another state.
final class RevisionBisection {
    private let runner: BisectRunner
    private let connection: DaemonConnection
    private var history: CommitHistory
    private let older: Int64
    private let newer: Int64
    /// The verdict that the search looks for: that of the newer end.
    private let wanted: StepVerdict
    /// The commits that may be the first one, the oldest first.
    private let candidates: [CommitRecord]
    private var search: BisectSearch

    init(
        good: PastRevision,
        bad: PastRevision?,
        _ runner: BisectRunner,
        _ connection: DaemonConnection
    ) throws(Failure) {
        let history = try CommitHistory(connection)
        let (good, bad) = try Failure.history { () throws(HistoryFault) in
            let bad = try bad.map { (word) throws(HistoryFault) in try history.revision(word) }
            return (try history.revision(good), bad ?? history.last)
        }
        (self.runner, self.connection, self.history) = (runner, connection, history)
        (older, newer) = (min(good, bad), max(good, bad))
        wanted = good < bad ? .bad : .good
        let newest = newer
        candidates = history.commits(after: older).filter { $0.revision <= newest && $0.changesState }.reversed()
        guard !candidates.isEmpty else { throw .bisect(.noCommits(older: older, newer: newer)) }
        search = BisectSearch(count: candidates.count)
    }

    /// Runs the command until the first commit is found, or until all others are skipped.
    func run() throws(Failure) -> RevisionBisectionResult {
        if wanted == .good {
            runner.note("the bad revision is older than the good one, so this looks for the first good revision")
        }
        let past = PastSetting(reversing: history.commits(after: older))
        for sentence in PastNotes.sentences(past, at: older) { runner.note(sentence) }
        let other = wanted == .bad ? StepVerdict.good : .bad
        try runner.check(try setting(older), "revision \(older)", is: other, left: 1 + search.runs)
        try runner.check(try setting(newer), "revision \(newer)", is: wanted, left: search.runs)
        while case .test(let index) = search.next {
            let revision = candidates[index].revision
            let verdict = try runner.run(try setting(revision)).verdict
            if verdict == .skipped { search.skip(index) } else { search.record(index, isNewer: verdict == wanted) }
            runner.note(
                "revision \(revision) is \(verdict.rawValue)\(rest)",
                left: search.remaining > 1 ? search.runs : 0
            )
        }
        return result
    }

    private var rest: String {
        guard search.remaining > 1 else { return "" }
        let runs = CountText.of(search.runs, "run")
        return "; \(search.remaining) commits left, about \(runs)"
    }

    /// Returns the setting of a revision; commits that others have made in the meantime are reversed, too.
    private func setting(_ revision: Int64) throws(Failure) -> WorldSetting {
        try history.refresh(on: connection)
        _ = try Failure.history { () throws(HistoryFault) in try history.revision(.number(revision)) }
        let past = PastSetting(reversing: history.commits(after: revision))
        return WorldSetting(past) { [runner] in runner.noteOnce($0) }
    }

    private var result: RevisionBisectionResult {
        let found: [Int]
        switch search.next {
        case .test(let index), .found(let index): found = [index]
        case .undecided(let indices): found = indices
        }
        return RevisionBisectionResult(
            wanted: wanted,
            commits: found.map { candidates[$0] },
            skipped: search.skipped.sorted().map { candidates[$0].revision },
            runs: runner.runs
        )
    }
}

@available(*, unavailable)
extension RevisionBisection: Sendable {}

extension CommitRecord {
    /// Whether the commit changed what a world can have.
    fileprivate var changesState: Bool { !changes.isEmpty || (flags ?? []).contains { $0.changesOverride } }
}
