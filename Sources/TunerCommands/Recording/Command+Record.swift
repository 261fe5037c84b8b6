import ConsoleCore
import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let record = Command(
        "record",
        "Write each change of the shared values and flags to a file, for tunerctl replay.",
        "FILE",
        shell: .refused,
        details: """
            The recording ends with Ctrl-C, SIGTERM, or the time of --for. An existing FILE is refused without --force.

            FILE has a first line with the values and the overrides of flags at the start, and a line of JSON for each
            commit. If tunerctl is killed, only the last line can be incomplete; tunerctl replay leaves it out.

            If the daemon stops, tunerctl waits for it, and then writes the commits in between. If the history of the \
            daemon no longer has them, or if the daemon has a new epoch, FILE has the difference as one commit. \
            tunerctl then prints a note, and exits with 1 at the end.

            Declarations, definitions of flags, and worlds are not recorded. If a layer changes the values of keys, the
            values are recorded, and not the layer.
            """,
        settings: RecordOptions(),
        options: RecordOptions.all,
        examples: ["tunerctl record session.jsonl", "tunerctl record --for 10m session.jsonl"]
    ) { (invocation, options, output) throws(Failure) in
        guard !DaemonEndpoint.isInWorld else {
            let sentence = "record needs the shared values, but TUNER_WORLD names a world; unset it"
            throw .usage(invocation.error(.text(sentence)))
        }
        let path = invocation.words[0].path
        let recorder = try Recorder(invocation, output)
        do throws(Failure) {
            try recorder.run(options, to: path)
        } catch .system(let error) where error.errno == .fileExists && !options.replaces {
            throw .usage(invocation.error(.text("\(path.shownWhole) exists; to replace it, add --force")))
        }
        output.note("tunerctl: \(CountText.of(recorder.commits, "commit")) recorded\n")
        return recorder.lacksChanges ? .refused : .done
    }
}
