import ConsoleCore
import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let replay = Command(
        "replay",
        "Make the changes of a recording again, at the times at which they were made.",
        Arguments("FILE [-- COMMAND [ARGUMENT]...]", least: 1),
        shell: .refused,
        details: """
            FILE is the output of tunerctl record. Each commit of FILE becomes one commit. Without other options, every
            program receives the changes; keys that FILE does not change keep their values.

            --world  The changes are made in a new world, which begins with the values at the start of the recording. \
            tunerctl prints its ID. Programs with this ID in TUNER_WORLD see the changes. The world ends with the \
            replay.
            -- COMMAND  COMMAND runs in such a world while the changes are made. tunerctl passes signals on to it. The \
            world ends with COMMAND, and the exit code is that of COMMAND.

            If a change is refused, tunerctl prints the number of the line, and continues with the next commit. The exit
            code is then 1. Ctrl-C ends the replay between two commits. A last line that was cut off is left out.

            A key that had no value any more is reset: if it has a default, it has the default then.
            """,
        settings: ReplayOptions(),
        options: ReplayOptions.all,
        examples: ["tunerctl replay session.jsonl --speed 4 --world", "tunerctl replay session.jsonl -- ./demo"]
    ) { (invocation, options, output) throws(Failure) in
        let mark = invocation.argumentsBeforeMark ?? invocation.words.count
        guard mark >= 1 else { throw .usage(invocation.error(.missingArgument("FILE"))) }
        guard mark == 1 else { throw .usage(invocation.error(.option(.unexpected(invocation.words[1].path)))) }
        let name = invocation.words[0].path
        guard let bytes = try InputFile.bytes(of: name) else {
            throw .usage(invocation.error(.file(name, .tooLong(most: InputFile.limit))))
        }
        let recording: Recording
        do throws(RecordingFault) {
            recording = try Recording(bytes)
        } catch {
            throw .usage(invocation.error(.text("\(name.shownWhole) \(error.description)")))
        }
        if recording.isCut { output.note("tunerctl: the last line of \(name.shownWhole) is cut off, and left out\n") }
        let run = ReplayRun(recording: recording, options: options, invocation: invocation, output: output)
        guard mark == invocation.words.count else { return try run.run(beside: Array(invocation.words[mark...])) }
        return try options.isInWorld ? run.runInWorld() : run.runShared()
    }
}
