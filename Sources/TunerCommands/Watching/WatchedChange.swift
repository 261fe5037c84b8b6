import JSONCore
import TunerAPI

/// What became of one key, and what is known of how.
struct WatchedChange {
    /// What a flag's evaluation tells besides its value.
    struct Evaluation {
        let variant: String?
        let reason: String
    }

    /// The change; a value that was there when the watch began has neither an old one nor an origin.
    var change: ChangeRecord
    /// Through which revision everything is told with it.
    let revision: Int64
    /// When it was made; none where it is told only later.
    var time: String?
    /// Who made it, where that is one commit.
    var actor: ActorRecord?
    /// Where it is a flag's.
    var evaluation: Evaluation?

    /// As programs read it.
    var json: JSON {
        var members: JSONObject = ["key": .string(change.key)]
        members["value"] = change.value
        members["old"] = change.old
        members["variant"] = evaluation?.variant.map { .string($0) }
        members["reason"] = evaluation.map { .string($0.reason) }
        members["origin"] = change.origin.map { .string($0) }
        members["revision"] = .integer(revision)
        members["time"] = time.map { .string($0) }
        members["actor"] = actor.map { JSON($0) }
        return .object(members)
    }
}
