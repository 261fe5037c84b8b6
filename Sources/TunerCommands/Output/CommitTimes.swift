import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

/// The times at which values changed, as far as they are in the daemon's history.
struct CommitTimes {
    private var times: [Int64: String] = [:]

    /// Requests the commits that changed the tunables last.
    init(_ connection: DaemonConnection, for tunables: [ListedTunable]) throws(Failure) {
        for commit in try connection.commits(changing: tunables) { times[commit.revision] = commit.time }
    }

    /// Returns the age of a revision, such as "3 min ago".
    ///
    /// Returns the revision itself if the commit is too old, and an empty text if nothing ever changed.
    func text(of revision: Int64) -> String {
        guard revision > 0 else { return "" }
        guard let time = times[revision].flatMap(WallTime.init(rfc3339:)) else { return "revision \(revision)" }
        return "\(Duration.seconds(max(0, Kernel.wallTime().seconds - time.seconds)).shortWords) ago"
    }
}

extension DaemonConnection {
    /// The number of commits in one request.
    private static let commitsAtOnce: Int64 = 100

    /// Returns the newest commits, back to the oldest of the commits that changed the tunables last, as far as the
    /// daemon's history has them; only those that match, if there are patterns.
    func commits(
        changing tunables: [ListedTunable],
        matching match: PatternList? = nil
    ) throws(Failure) -> [CommitRecord] {
        guard let oldest = tunables.map(\.revision).filter({ $0 > 0 }).min() else { return [] }
        var parameters = HistoryParameters()
        parameters.limit = DaemonConnection.commitsAtOnce
        parameters.match = match
        var commits: [CommitRecord] = []
        while true {
            let page = try call(API.Tunables.history, parameters).result.commits
            commits += page
            guard Int64(page.count) == parameters.limit, let last = page.last, last.revision > oldest else {
                return commits
            }
            parameters.before = last.revision
        }
    }
}
