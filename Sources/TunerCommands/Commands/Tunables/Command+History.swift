import JSONCore
import OptionCore
import TunerAPI

extension Command {
    /// The newest commit.
    static let last = Command(
        "last",
        API.Tunables.last.summary,
        examples: ["tunerctl last"]
    ) { (invocation, output) throws(Failure) in
        let answer = try invocation.connect().call(API.Tunables.last)
        if output.isJSON {
            try output.print(json: answer.json)
        } else if let commit = answer.result.commit {
            try output.print(CommitText.lines(commit))
        } else {
            Output.complain("tunerctl: nothing was changed yet\n")
        }
        return .done
    }

    /// The newest commits.
    static let history = Command(
        "history",
        API.Tunables.history.summary,
        Arguments(usage: "[N]", first: "", least: 0, most: 1),
        details:
            "The last 10, unless N or --limit says how many. A commit of several changes has a line for each below it.",
        options: [.limit, .match, .before],
        examples: ["tunerctl history 20 --match 'ui.*'"]
    ) { (invocation, output) throws(Failure) in
        var parameters = HistoryParameters()
        parameters.match = invocation.options.patterns
        parameters.before = invocation.options.before
        parameters.limit = invocation.options.limit ?? parameters.limit
        if let word = try invocation.arguments.first {
            guard let limit = Int64(word), limit > 0 else {
                throw .usage(
                    UsageError(
                        .option(.value(word, option: "N", expectation: "a whole number from 1")),
                        command: "history"
                    )
                )
            }
            parameters.limit = limit
        }
        let answer = try invocation.connect().call(API.Tunables.history, parameters)
        try output.print(answer.json, else: answer.result.commits.map(CommitText.lines).joined())
        return .done
    }
}
