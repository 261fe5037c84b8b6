import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let list = Command(
        "list",
        API.Tunables.list.summary,
        Arguments(usage: "[PATTERN]...", first: "", least: 0, most: .max),
        details: """
            A pattern is a key in which * stands for anything. A person gets a table, a pipe the lines KEY VALUE. Built-in keys are
            only listed by a pattern that does not begin with *.
            """,
        settings: ListParameters(),
        options: [
            .match(\.match),
            .text("--search", "TEXT", "only keys that contain it, in any case") { $0.search = $1 },
            .limit { $0.limit = $1 },
            .text("--after", "KEY", "only keys behind this one") { $0.after = $1 },
        ],
        examples: ["tunerctl list 'ui.*'", "tunerctl list --search corner"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.match.add(try invocation.arguments)
        let connection = try invocation.connect()
        let answer = try connection.call(API.Tunables.list, parameters)
        let tunables = answer.result.tunables
        if output.isJSON {
            try output.print(json: answer.json)
        } else if output.isTerminal {
            try output.print(
                TunableTable.text(of: tunables, try CommitTimes(connection, for: tunables), columns: output.columns)
            )
        } else {
            try output.print(tunables.map { ValueText.pair($0.key, $0.value) }.joined())
        }
        if answer.result.more == true, let last = tunables.last {
            Output.complain("tunerctl: there are more; go on with: --after \(last.key.shownWhole)\n")
        }
        return .done
    }
}
