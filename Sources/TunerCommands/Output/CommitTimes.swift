import JSONCore
import SystemCore
import TunerAPI

/// The times at which values changed, as far as they are in the daemon's history.
struct CommitTimes {
    /// The number of commits to request; a table only needs the times of recent changes.
    private static let commits: Int64 = 100

    private var times: [Int64: String] = [:]

    /// Requests the latest commits, if any of the tunables has ever changed.
    init(_ connection: DaemonConnection, for tunables: [ListedTunable]) throws(Failure) {
        guard tunables.contains(where: { $0.revision > 0 }) else { return }
        var parameters = HistoryParameters()
        parameters.limit = CommitTimes.commits
        for commit in try connection.call(API.Tunables.history, parameters).result.commits {
            times[commit.revision] = commit.time
        }
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
