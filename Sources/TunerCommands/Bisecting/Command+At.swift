import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let at = Command(
        "at",
        "Run a command in its own world, with the values of an earlier revision.",
        Arguments("REVISION -- COMMAND [ARGUMENT]...", least: 1),
        shell: .refused,
        details: """
            REVISION is the number that tunerctl history prints, a time such as 2026-08-06T20:15:00Z, or a time before
            now such as 30m. No other program receives the values of the world. The variables TUNER_WORLD and
            TUNER_SOCKET of COMMAND name the world and the daemon.

            The world has the values and the overrides of flags that the daemon had at REVISION, also those of layers.
            tunerctl computes them from the history: a commit has the old and the new value of each key.

            The history does not have everything. The world has the present state of these:

            - keys that did not exist at REVISION
            - flags that had no override at REVISION
            - definitions of flags, kill switches and declarations
            - values that the present declaration refuses

            tunerctl prints a note about such keys and flags. It passes signals on to COMMAND. The exit code is that of
            COMMAND, or 128 plus the signal's number if a signal killed it. It is 3 if the history does not reach back to
            REVISION, 126 if COMMAND cannot be executed, and 127 if it does not exist.
            """,
        examples: ["tunerctl at 12 -- ./demo", "tunerctl at 30m -- tunerctl get ui.scale"]
    ) { (invocation, output) throws(Failure) in
        let program = try invocation.program(after: 1, "REVISION")
        let word = try PastRevision(try invocation.text(invocation.words[0]), as: "REVISION", invocation)
        let connection = try invocation.connect()
        let history = try CommitHistory(connection)
        if let sentence = try KillSwitchNote.sentence(connection) { output.note("tunerctl: \(sentence)\n") }
        let revision = try Failure.history { () throws(HistoryFault) in try history.revision(word) }
        let past = PastSetting(reversing: history.commits(after: revision))
        for sentence in PastNotes.sentences(past, at: revision) { output.note("tunerctl: \(sentence)\n") }
        let world = try HeldWorld(WorldSetting(past) { output.note("tunerctl: \($0)\n") }, invocation)
        return try AccompaniedProgram.run(program, in: world)
    }
}

extension Invocation {
    /// Returns the program after `--`; throws unless exactly `count` words come first, the first missing one of which
    /// has a name.
    func program(after count: Int, _ name: String) throws(Failure) -> [RawText] {
        guard let mark = argumentsBeforeMark, mark < words.count else {
            throw .usage(error(words.count < count ? .missingArgument(name) : .noProgram))
        }
        guard mark >= count else { throw .usage(error(.missingArgument(name))) }
        guard mark == count else { throw .usage(error(.option(.unexpected(words[count].path)))) }
        return Array(words[mark...])
    }
}
