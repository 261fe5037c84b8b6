import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let list = Command(
        "list",
        API.Tunables.list.summary,
        "[PATTERN]...",
        shell: .repeatable,
        details: """
            A pattern is a key in which * matches any text. A single word that is no key searches for the word in keys,
            tags and descriptions. On a terminal, the output is a table, with a heading for each group of the
            declarations; otherwise each line has the key and the value.

            Built-in keys are listed only for a pattern that does not begin with *, such as 'stew.*'.
            """,
        settings: ListParameters(),
        options: [
            .match(\.match),
            .text("--search", "TEXT", "only keys with TEXT in the key, a tag or the description") { $0.search = $1 },
            .limit { $0.limit = $1 },
            .text("--after", "KEY", "only keys after KEY in the order of the list") { $0.after = $1 },
        ],
        examples: ["tunerctl list 'ui.*'", "tunerctl list corner"]
    ) { (invocation, parameters, output) throws(Failure) in
        let words = try invocation.arguments
        let isPlain = parameters.match == nil && parameters.search == nil
        parameters.match.add(words)
        let connection = try invocation.connect()
        var response = try connection.call(API.Tunables.list, parameters)
        if response.result.tunables.isEmpty, isPlain, words.count == 1, !words[0].contains("*") {
            parameters.match = nil
            parameters.search = words[0]
            response = try connection.call(API.Tunables.list, parameters)
        }
        let tunables = response.result.tunables
        if tunables.isEmpty, parameters.after == nil {
            if let condition = condition(of: parameters) {
                output.note("tunerctl: nothing matches \(condition)\n")
            } else if output.isTerminal {
                output.note("tunerctl: there are no tunables; create one with: tunerctl set KEY VALUE\n")
            }
        }
        if output.isJSON {
            try output.print(json: response.json)
        } else if output.isTerminal {
            try output.print(
                TunableTable.text(of: tunables, try CommitTimes(connection, for: tunables), columns: output.columns)
            )
        } else {
            try output.print(tunables.map { ValueText.pair($0.key, $0.value) }.joined())
        }
        if response.result.more == true, let last = tunables.last {
            output.note("tunerctl: there are more; continue with: --after \(last.key.shownWhole)\n")
        }
        return .done
    }

    /// Returns the patterns and the searched text of a list, in words; nil without either.
    private static func condition(of parameters: ListParameters) -> String? {
        let patterns = parameters.match?.texts.map(\.shown).joined(separator: " or ")
        guard let patterns, let search = parameters.search else { return patterns ?? parameters.search?.shown }
        return "\(patterns) with \"\(search.shown)\""
    }
}
