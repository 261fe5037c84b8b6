import JSONCore
package import TunerAPI

/// Tries as lines of text.
package enum TryText {
    /// Returns a line for each pending try: "12  9min 30s left  game.wind, flag beta  by vim[4711]".
    package static func list(_ tries: [TryRecord]) -> String {
        tries.map { attempt in
            let left = Duration.seconds(attempt.left).words
            let actor = "\(attempt.actor.client.shownWhole)[\(attempt.actor.pid)]"
            let head = "\(attempt.id)  \(left) left  \(names(in: attempt).joined(separator: ", "))  by \(actor)\n"
            return head + (attempt.replaced ?? []).map { "    \(line($0))\n" }.joined()
        }.joined()
    }

    /// Returns a sentence about a change of a try that another client has replaced.
    package static func line(_ replaced: ReplacedChange) -> String {
        let name =
            replaced.key?.shownWhole ?? replaced.flag.map { "the flag \($0.shownWhole)" }
            ?? "the layer \(replaced.layer?.shownWhole ?? "")"
        guard let actor = replaced.actor, let revision = replaced.revision else {
            return "another client has changed \(name); that change stays"
        }
        let client = "\(actor.client.shownWhole)[\(actor.pid)]"
        return "\(client) has changed \(name) in revision \(revision); that change stays"
    }

    /// Returns what a commit did to a try, for the end of its line: " (try 12 reverted: p99 rose)".
    package static func note(_ attempt: CommitTryRecord) -> String {
        guard let outcome = attempt.outcome else { return " (try until \(attempt.end?.shownWhole ?? ""))" }
        let reason = attempt.reason.map { ": \($0.shownWhole)" } ?? ""
        return " (try \(attempt.id) \(outcome.shownWhole)\(reason))"
    }

    private static func names(in attempt: TryRecord) -> [String] {
        attempt.keys.map(\.shownWhole) + attempt.flags.map { "flag \($0.shownWhole)" }
            + (attempt.layer.map { ["layer \($0.shownWhole)"] } ?? [])
    }
}
