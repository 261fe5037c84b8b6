import ConsoleCore
import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let record = Command(
        "record",
        "Write each change of the shared values to a file, for tunerctl replay.",
        "FILE",
        shell: .refused,
        details: """
            The recording ends with Ctrl-C, SIGTERM, or the time of --for. An existing FILE is refused without --force.

            FILE has a line of JSON for each commit, and a first line with the values at the start. A line is written as
            soon as the commit was made, so the lines are whole even if tunerctl is killed. The last one may be cut off;
            tunerctl replay leaves it out.

            If the daemon stops, tunerctl waits for it, and then writes the commits in between. If the history of the \
            daemon no longer has them, or if the daemon has another state, FILE has the difference as one commit. \
            tunerctl then prints a note, and exits with 1 at the end.

            Values that programs in worlds see, flags, declarations and layers are not recorded; the values that a layer
            changes are.
            """,
        settings: RecordOptions(),
        options: RecordOptions.all,
        examples: ["tunerctl record session.jsonl", "tunerctl record --for 10m session.jsonl"]
    ) { (invocation, options, output) throws(Failure) in
        guard !DaemonEndpoint.isInWorld else {
            throw .usage(invocation.error(.text("record is for the shared values, but TUNER_WORLD names a world")))
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
