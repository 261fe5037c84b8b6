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
        "Tells every change of some keys, or of all, as it is made.",
        Arguments(usage: "[MATCH]...", first: "", least: 0, most: .max),
        details: """
            A person reads from what to what, a pipe the lines KEY VALUE, or KEY alone where there is no value any more; with
            --json each line is an object. It goes on until it is interrupted, or nobody reads it. When the daemon goes, it
            says so, waits until it is back, and tells what has changed meanwhile; where the daemon has no history of that, what
            is otherwise than it was told here last, and each value that was not told yet. Without a daemon it does not begin.

            --exec has a shell run the command for each change instead of printing it, one at a time; what changes meanwhile is
            merged, and what came back is left out. The command finds the key in TUNER_KEY, the values in TUNER_VALUE and
            TUNER_OLD, written as tunerctl get does, the revision in TUNER_REVISION, and reads the change as a line of JSON.
            A value that is not there, that is longer than 100,000 bytes or holds a zero byte, has no variable.

            \(LineTemplate.help)
            """,
        settings: WatchOptions(),
        options: [
            .match(\.parameters.match), .initial(\.parameters.isInitial),
            .parsed(
                "--interval",
                "TIME",
                "a number of milliseconds from 0, or a time such as 500ms or 2s",
                "the least time between two notifications, in milliseconds or with a unit",
                milliseconds,
                { $0.parameters.minInterval = $1 }
            ),
            .program(\.changes.program), .format(\.changes.format),
        ],
        examples: ["tunerctl watch 'ui.*' --initial", "tunerctl watch --exec 'pkill -HUP demo'"],
        completion: CommandCompletion(firstInShell: ["off"])
    ) { (invocation, options, output) throws(Failure) in
        options.parameters.match.add(try invocation.arguments)
        try ChangeWatch.run(WatchedTunables(options.parameters, invocation.global), invocation, output, options.changes)
    }

    @Sendable
    private static func milliseconds(_ text: String) -> Int64? {
        if let number = Int64(text) { return number >= 0 ? number : nil }
        return TimeText.seconds(of: text).flatMap { Int64(exactly: ($0 * 1_000).rounded()) }
    }
}
