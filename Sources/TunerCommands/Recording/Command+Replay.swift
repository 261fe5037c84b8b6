import ConsoleCore
import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let replay = Command(
        "replay",
        "Replay the commits of a recording, with the same pauses between them.",
        Arguments("FILE [-- COMMAND [ARGUMENT]...]", least: 1),
        shell: .refused,
        details: """
            FILE is the output of tunerctl record. tunerctl sets the values of a recorded commit in one commit. It
            resets each key without a value, and sets each override of a flag, in a separate commit. Without other options, every program receives the
            changes. Keys that FILE does not change keep their values.

            --world  The changes are made in a new world, which begins with the values and the overrides of flags at the \
            start of the recording. tunerctl prints its ID. Programs with this ID in TUNER_WORLD receive the changes. The world ends with the \
            replay.
            -- COMMAND  COMMAND runs in such a world while the changes are made. tunerctl passes signals on to it. The \
            world ends with COMMAND.

            If a change is refused, tunerctl prints the number of the line, and continues with the next commit. With
            --strict, it ends at once. Ctrl-C ends the replay between two commits. A last line that is incomplete is
            left out.

            The exit code is that of COMMAND. It is 1 if a change was refused and COMMAND has exited with 0, and with
            --strict if any change was refused.
            """,
        settings: ReplayOptions(),
        options: ReplayOptions.all,
        examples: ["tunerctl replay session.jsonl --speed 4 --world", "tunerctl replay session.jsonl -- ./demo"]
    ) { (invocation, options, output) throws(Failure) in
        let mark = invocation.argumentsBeforeMark ?? invocation.words.count
        guard mark >= 1 else { throw .usage(invocation.error(.missingArgument("FILE"))) }
        guard invocation.argumentsBeforeMark == nil || mark < invocation.words.count else {
            throw .usage(invocation.error(.noProgram))
        }
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
