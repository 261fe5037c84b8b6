import ConsoleCore
import JSONCore

/// What a world cannot have of an earlier state, in sentences.
enum PastNotes {
    private static let mostNames = 8

    /// Returns a sentence for each kind of difference that stays.
    static func sentences(_ past: PastSetting, at revision: Int64) -> [String] {
        var sentences: [String] = []
        if !past.newKeys.isEmpty {
            let (verb, end) = past.newKeys.count == 1 ? ("keeps", "value") : ("keep", "values")
            sentences.append("not there at revision \(revision), \(verb) the present \(end): \(names(past.newKeys))")
        }
        if !past.newOverrides.isEmpty {
            sentences.append("not overridden at revision \(revision), but now: \(names(past.newOverrides, "flag "))")
        }
        if !past.redefinedFlags.isEmpty {
            sentences.append("changed since revision \(revision), used as now: \(names(past.redefinedFlags, "flag "))")
        }
        for commit in past.incompleteCommits {
            sentences.append("revision \(commit) changed more keys than the history has; the others are as now")
        }
        return sentences
    }

    private static func names(_ names: [String], _ prefix: String = "") -> String {
        let more = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return names.prefix(mostNames).map { prefix + $0.shownWhole }.joined(separator: ", ") + more
    }
}
