import OptionCore
import TunerAPI

extension Command {
    /// Every change.
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
            """,
        options: [.match, .initial, .interval, .program, .format],
        examples: ["tunerctl watch 'ui.*' --initial", "tunerctl watch --exec 'pkill -HUP demo'"],
        completion: CommandCompletion(firstInShell: ["off"])
    ) { (invocation, output) throws(Failure) in
        let options = invocation.options
        let patterns = try options.match + invocation.arguments
        var parameters = SubscribeParameters()
        parameters.match = patterns.isEmpty ? nil : PatternList(patterns)
        parameters.isInitial = options.isInitial
        parameters.minInterval = options.interval
        try ChangeWatch.run(WatchedTunables(parameters), invocation, output)
    }
}
