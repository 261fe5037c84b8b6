import ConsoleCore
import JSONCore
import TunerAPI

/// What a world cannot have of an earlier state, in sentences.
enum PastNotes {
    private static let mostNames = 8

    /// Returns a sentence for each kind of difference that stays.
    static func sentences(_ past: PastSetting, at revision: Int64) -> [String] {
        var sentences: [String] = []
        let then = "revision \(revision)"
        if !past.newKeys.isEmpty {
            sentences.append("did not exist at \(then), used with the present value: \(names(past.newKeys))")
        }
        if !past.hiddenKeys.isEmpty {
            let keys = names(past.hiddenKeys)
            sentences.append("secret keys keep their present values; to use those of \(then), add --reveal: \(keys)")
        }
        if !past.newOverrides.isEmpty {
            let flags = names(past.newOverrides, "flag ")
            sentences.append("had no override at \(then), used with the present one: \(flags)")
        }
        if !past.redefinedFlags.isEmpty {
            let flags = names(past.redefinedFlags, "flag ")
            sentences.append("redefined after \(then), used with the present definition: \(flags)")
        }
        for commit in past.incompleteCommits {
            let missing = "revision \(commit) changed more keys than the history has"
            sentences.append("\(missing); the others keep the present value")
        }
        return sentences
    }

    private static func names(_ names: [String], _ prefix: String = "") -> String {
        let more = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return names.prefix(mostNames).map { prefix + $0.shownWhole }.joined(separator: ", ") + more
    }
}
