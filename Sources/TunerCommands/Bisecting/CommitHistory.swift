import JSONCore
import SystemCore
import TunerAPI

/// The commits that the daemon's history has, without a gap.
struct CommitHistory {
    /// The number of commits in one request.
    private static let commitsAtOnce: Int64 = 100

    /// The commits, the newest first.
    private(set) var commits: [CommitRecord] = []
    /// The last revision.
    private(set) var last: Int64 = 0

    /// Creates a history of commits, the newest first; `last` is the revision without commits.
    init(_ commits: [CommitRecord], last: Int64 = 0) {
        add(commits)
        if commits.isEmpty { self.last = last }
    }

    /// Requests all commits of the history.
    init(_ connection: DaemonConnection) throws(Failure) {
        try refresh(on: connection)
        guard commits.isEmpty else { return }
        var parameters = PageParameters()
        parameters.match = PatternList([])
        last = try connection.call(API.Tunables.getAll, parameters).result.revision
    }

    /// The oldest revision whose values can be computed.
    var oldest: Int64 { last - Int64(commits.count) }

    /// Requests the commits that were made since the last request, and returns them, the newest first.
    @discardableResult
    mutating func refresh(on connection: DaemonConnection) throws(Failure) -> [CommitRecord] {
        var parameters = HistoryParameters()
        parameters.limit = CommitHistory.commitsAtOnce
        var new: [CommitRecord] = []
        while true {
            let page = try connection.call(API.Tunables.history, parameters).result.commits
            new += page.prefix { $0.revision > last }
            guard Int64(page.count) == parameters.limit, let end = page.last, end.revision > last else { break }
            parameters.before = end.revision
        }
        add(new)
        return new
    }

    /// Returns the revision of a word on the command line.
    func revision(_ word: PastRevision) throws(HistoryFault) -> Int64 {
        switch word {
        case .number(let number):
            guard number <= last else { throw .noRevision(number, last: last) }
            guard number >= oldest else { throw .tooOld(number, oldest: oldest) }
            return number
        case .time(let time, let text):
            for commit in commits {
                if let then = WallTime(rfc3339: commit.time), then <= time { return commit.revision }
            }
            guard oldest == 0 else { throw .timeTooOld(text, oldest: oldest) }
            return 0
        }
    }

    /// Returns the commits after a revision that the history has, the newest first.
    func commits(after revision: Int64) -> ArraySlice<CommitRecord> {
        commits.prefix { $0.revision > revision }
    }

    /// Adds newer commits; drops all older ones if a commit is missing between both.
    private mutating func add(_ newer: [CommitRecord]) {
        guard let newest = newer.first else { return }
        let all = newer + commits
        last = newest.revision
        commits = all.enumerated().prefix { $0.element.revision == last - Int64($0.offset) }.map(\.element)
    }
}
