import JSONCore
import TunerAPI

/// When values changed, as far as the daemon remembers.
struct CommitTimes {
    /// How far back it is looked: who reads a table wants to see what is new.
    private static let commits: Int64 = 100

    private var times: [Int64: String] = [:]

    /// Asks for the commits that changed some tunables, if any has.
    init(_ connection: DaemonConnection, for tunables: [ListedTunable]) throws(Failure) {
        guard tunables.contains(where: { $0.revision > 0 }) else { return }
        var parameters = HistoryParameters()
        parameters.limit = CommitTimes.commits
        for commit in try connection.call(API.Tunables.history, parameters).result.commits {
            times[commit.revision] = commit.time
        }
    }

    /// The time to the second, in UTC; the revision of what was long ago, and nothing for what never was.
    func text(of revision: Int64) -> String {
        guard revision > 0 else { return "" }
        guard let time = times[revision] else { return "revision \(revision)" }
        return String(time.prefix { $0 != "." }).shown.replacing("T", with: " ")
    }
}
