import JSONCore
import OptionCore
import TunerAPI

extension Command {
    /// Values back to what lies beneath.
    static let reset = Command(
        "reset",
        API.Tunables.reset.summary,
        Arguments(usage: "[KEY]", first: "KEY", least: 0, most: 1),
        details: """
            With --all or --match it resets several at once and prints what that changed; with --dry-run what it would change.
            Locked keys keep their values then, and are named on standard error.
            """,
        options: [.all, .match, .dryRun],
        examples: ["tunerctl reset ui.cornerRadius", "tunerctl reset --match 'ui.*' --dry-run"]
    ) { (invocation, output) throws(Failure) in
        let options = invocation.options
        let isSeveral = options.isAll || !options.match.isEmpty
        switch (try invocation.arguments.first, isSeveral) {
        case (let key?, false):
            var parameters = ResetParameters()
            parameters.key = key
            parameters.isDryRun = options.isDryRun
            let answer = try invocation.connect().call(API.Tunables.reset, parameters)
            if output.isJSON || options.isDryRun {
                try output.print(answer)
            }
        case (nil, true):
            var parameters = ResetAllParameters()
            parameters.match = options.patterns
            parameters.isDryRun = options.isDryRun
            try output.print(try invocation.connect().call(API.Tunables.resetAll, parameters))
        case (let key?, true):
            throw .usage(UsageError(.option(.unexpected(key)), command: "reset"))
        case (nil, false):
            throw .usage(UsageError(.nothingToReset, command: "reset"))
        }
        return .done
    }
}
