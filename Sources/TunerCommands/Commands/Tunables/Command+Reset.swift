import JSONCore
import OptionCore
import TunerAPI

private struct ResetOptions {
    var isAll = false
    var parameters = ResetAllParameters()
}

extension Command {
    static let reset = Command(
        "reset",
        API.Tunables.reset.summary,
        "[KEY]...",
        shell: .repeatable,
        details: """
            A key that names a member of an object, such as game.wind.x, resets only this member. Several keys are reset one
            after the other; the command stops at the first that is refused. On a terminal, and with --dry-run, the changes
            are printed.

            --all and --match reset their keys in one commit, and print the changes. Locked keys keep their values; they are printed
            on standard error. --all does not reset built-in keys; for these, use --match 'stew.*'.
            """,
        settings: ResetOptions(),
        options: [
            Option("--all", "reset all keys except built-in ones") { $0.isAll = true },
            .match(\.parameters.match), .dryRun(\.parameters.isDryRun),
        ],
        examples: ["tunerctl reset ui.cornerRadius", "tunerctl reset --match 'ui.*' --dry-run"]
    ) { (invocation, options, output) throws(Failure) in
        let isSeveral = options.isAll || options.parameters.match != nil
        let keys = try invocation.arguments
        switch (keys.first, isSeveral) {
        case (_?, false):
            let connection = try invocation.connect()
            for key in keys {
                var parameters = ResetParameters()
                parameters.key = key
                parameters.isDryRun = options.parameters.isDryRun
                let response = try RefusedWrite.explaining(on: connection) { () throws(Failure) in
                    try connection.call(API.Tunables.reset, parameters)
                }
                if output.isJSON || output.isTerminal || parameters.isDryRun {
                    try output.print(response)
                }
                WriteNotes(connection, output, isDryRun: parameters.isDryRun)
                    .print(aboutReset: response.result, of: key)
            }
        case (nil, true):
            let connection = try invocation.connect()
            // After the reset, a key without a declaration does not exist any more.
            let unmatched = try UnmatchedPatterns(among: options.parameters.match, on: connection)
            try output.print(try connection.call(API.Tunables.resetAll, options.parameters))
            unmatched.note(invocation.global)
        case (let key?, true):
            throw .usage(UsageError(.option(.unexpected(key)), command: "reset"))
        case (nil, false):
            throw .usage(UsageError(.nothingToReset, command: "reset"))
        }
        return .done
    }
}
