import OptionCore
import SystemCore

extension Command {
    static let shell = Command(
        "shell",
        "Reads commands, a line each, from a person or a pipe, and does them on one connection.",
        details: """
            A line is a command as on tunerctl's own line, without tunerctl. Words are split at white space; double quotes group,
            and between them a backslash takes what follows as it is. A line that begins with # is passed over. help lists what
            is said here in fewer words: list takes a part of a key, reset-all, watch and watch off.

            On a terminal, Tab completes commands, keys and values. The arrows bring back older lines, also those of earlier
            sessions; Ctrl-R searches in them. The lines are stored in $XDG_STATE_HOME/tuner/history, by default
            ~/.local/state/tuner/history. A line that begins with a space is not stored. From a pipe it
            ends at the first line that fails, says which, and has that line's exit code; with --keep-going it does what follows
            too. A daemon that ends and comes back is waited for as long as --timeout says, 10 seconds unless it does; a get or
            a set that was not answered then is asked again.

            All lines use the shell's daemon: a line with another --socket is refused. --timeout in a line holds for that line.
            """,
        settings: false,
        options: [Option("--keep-going", "does what follows a line that fails") { $0 = true }],
        examples: ["tunerctl shell", "tunerctl shell --keep-going <commands.txt"]
    ) { (invocation, keepsGoing, output) throws(Failure) in
        let session = try ShellSession(invocation, output)
        let isTerminal = (try? Kernel.withStandardInput { Kernel.isTerminal($0) }) ?? false
        return isTerminal && output.isTerminal
            ? try ShellPrompt(session).run() : try ShellScript(session, keepsGoing: keepsGoing).run()
    }
}
