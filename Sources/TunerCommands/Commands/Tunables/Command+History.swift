import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let last = Command(
        "last",
        "Print the last commit.",
        shell: .repeatable,
        examples: ["tunerctl last"]
    ) { (invocation, output) throws(Failure) in
        let response = try invocation.connect().call(API.Tunables.last)
        if output.isJSON {
            try output.print(json: response.json)
        } else if let commit = response.result.value {
            try output.print(CommitText.lines(commit))
        } else {
            output.note("tunerctl: nothing was changed yet\n")
        }
        return .done
    }

    static let history = Command(
        "history",
        "Print the last commits, the newest first.",
        "[N]",
        shell: .repeatable,
        details:
            "Prints the last 10 commits, or the last N. A commit with several changes has one line for each of them.",
        settings: HistoryParameters(),
        options: [
            .limit { $0.limit = $1 }, .match(\.match),
            .whole("--before", "REVISION", from: 0, "only commits before REVISION") { $0.before = $1 },
        ],
        examples: ["tunerctl history 20 --match 'ui.*'"]
    ) { (invocation, parameters, output) throws(Failure) in
        if let word = try invocation.arguments.first {
            guard let limit = Int64(word), limit > 0 else {
                let hint = Int64(word) == nil ? " (--match selects keys)" : ""
                let expectation = "a whole number from 1\(hint)"
                let fault = OptionFault.value(word, option: "N", expectation: expectation)
                throw .usage(invocation.error(.option(fault)))
            }
            parameters.limit = limit
        }
        let response = try invocation.connect().call(API.Tunables.history, parameters)
        return try output.print(response.json, else: response.result.commits.map(CommitText.lines).joined())
    }
}
