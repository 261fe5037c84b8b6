import OptionCore
import TunerAPI

private struct WatchOptions {
    var parameters = SubscribeParameters()
    var changes = ChangeOptions()

    init() { parameters.isInitial = false }
}

extension Command {
    static let watch = Command(
        "watch",
        "Print each change of all or of the matching keys as it happens.",
        "[MATCH]...",
        details: """
            A key or a pattern that matches nothing yet is allowed; this is printed on standard error. To watch a flag, use
            tunerctl flag watch.

            On a terminal, each line has the key, the old and the new value. Otherwise it has the key and the new value,
            or only the key if it has no value any more. With --json it is an object. The command runs until it is
            interrupted, or until the reader of its output has exited.

            Without a daemon, the command fails at once. If the daemon stops later, the command prints a message and
            waits for it. Then it prints the changes in the meantime. If the daemon has no history of them, it prints
            each value that differs from the last one printed.

            With --exec, the command prints nothing, and runs COMMAND for each change. It starts the next COMMAND when the
            last one has exited. If a key changes several times in between, COMMAND runs once, with the oldest and the
            newest value; if these are equal, it does not run. COMMAND reads the change from standard input as a line of
            JSON, and from these variables:

            TUNER_KEY       The key.
            TUNER_VALUE     The new value, as printed by tunerctl get.
            TUNER_OLD       The old value.
            TUNER_REVISION  The revision.

            TUNER_VALUE and TUNER_OLD are not set for a missing value, a value of more than 100,000 bytes, and a value
            with a zero byte.

            \(LineTemplate.help)
            """,
        settings: WatchOptions(),
        options: [
            .match(\.parameters.match), .initial(\.parameters.isInitial),
            .duration("--interval", "wait at least TIME between two notifications", most: 86_400) {
                $0.parameters.minInterval = max(1, Int64(($1 * 1_000).rounded()))
            },
            .program(\.changes.program), .format(\.changes.format),
        ],
        examples: ["tunerctl watch 'ui.*' --initial", "tunerctl watch --exec 'pkill -HUP demo'"]
    ) { (invocation, options, output) throws(Failure) in
        options.parameters.match.add(try invocation.arguments)
        if let texts = options.parameters.match?.texts, !texts.isEmpty {
            let connection = try invocation.connect()
            for key in texts where !key.contains("*") {
                guard let tunable = try connection.tunable(ofMember: key) else { continue }
                throw .usage(invocation.error(.member(key, of: tunable)))
            }
            let unmatched = try UnmatchedPatterns(
                among: options.parameters.match,
                flagCommand: "flag watch",
                on: connection
            )
            for sentence in unmatched.sentences { invocation.global.note("tunerctl: \(sentence); waiting for it\n") }
        }
        try ChangeWatch.run(WatchedTunables(options.parameters, invocation.global), invocation, output, options.changes)
    }
}
