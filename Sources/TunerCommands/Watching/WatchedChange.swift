import ConsoleCore
import JSONCore
import TunerAPI

/// A change of one key, with its circumstances.
struct WatchedChange {
    /// The details of a flag's evaluation.
    struct Evaluation {
        let variant: String?
        let reason: String
    }

    /// The change; a value from the start of the watch has neither an old value nor an origin.
    var change: ChangeRecord
    /// The revision up to which the daemon has sent all changes.
    let revision: Int64
    /// The time of the commit; nil for a change that is reported after a reconnection.
    var time: String?
    /// The client that made the change, if it was one commit.
    var actor: ActorRecord?
    /// The evaluation, if the key is a flag.
    var evaluation: Evaluation?

    /// The change for programs.
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
        members["secret"] = change.isSecret.map { .boolean($0) }
        return .object(members)
    }

    /// The change as an output shows it.
    func shown(on output: Output) -> WatchedChange {
        output.reveals ? self : hidingSecret
    }

    /// The change without its values if the key is secret.
    var hidingSecret: WatchedChange {
        var shown = self
        shown.change = change.hidingSecret
        return shown
    }
}
