import OptionCore
import TunableEngine
import TunerAPI

extension Command {
    static let flagList = Command(
        "flag list",
        API.Flags.list.summary,
        "[PATTERN]...",
        details: "Searches for a single word that is no key in the keys and descriptions.",
        settings: PatternList?.none,
        options: [.match(\.self)],
        examples: ["tunerctl flag list 'ui.*'"],
        completion: .flags
    ) { (invocation, match, output) throws(Failure) in
        let words = try invocation.arguments
        let word = match == nil && words.count == 1 ? words[0] : nil
        match.add(words)
        try FlagList(matching: match, orFinding: word, invocation).show(output)
        return .done
    }
}
