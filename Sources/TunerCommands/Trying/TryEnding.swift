import ConsoleCore
import JSONCore
import TunerAPI

/// How a try has ended.
struct TryEnding {
    let id: Int64
    /// `kept`, `reverted` or `replaced`.
    let outcome: String
    let reason: String?
    /// A sentence for people.
    let sentence: String
    /// Whether the daemon has reverted the try at its end.
    var isAtEnd = false

    var json: JSON {
        var members: JSONObject = ["try": .integer(id), "outcome": .string(outcome)]
        members["reason"] = reason.map { .string($0) }
        return .object(members)
    }

    /// 1 for a failed check, and for a try that another client has ended.
    var exitCode: ExitCode { outcome == "kept" || isAtEnd ? .done : .refused }

    /// Returns how a try that is not pending any more has ended, from the history.
    static func find(_ id: Int64, on connection: DaemonConnection) throws(Failure) -> TryEnding {
        var parameters = HistoryParameters()
        parameters.limit = 1_000
        let commits = try connection.call(API.Tunables.history, parameters).result.commits
        for commit in commits where commit.revision > id {
            guard let ended = commit.tries?.first(where: { $0.id == id && $0.outcome != nil }),
                let outcome = ended.outcome
            else { continue }
            let actor = "\(commit.actor.client.shownWhole)[\(commit.actor.pid)]"
            let reason = ended.reason.map { ": \($0.shownWhole)" } ?? ""
            let verb = outcome == "replaced" ? "replaced all changes of" : "\(outcome.shownWhole)"
            let sentence = "\(actor) \(verb) the try \(id) in revision \(commit.revision)\(reason)"
            let isAtEnd = commit.operation == "tunables.revert"
            return TryEnding(id: id, outcome: outcome, reason: ended.reason, sentence: sentence, isAtEnd: isAtEnd)
        }
        return TryEnding(id: id, outcome: "reverted", reason: nil, sentence: "the try \(id) has ended")
    }
}
