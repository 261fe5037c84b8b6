import OptionCore
import SystemCore

extension Command {
    static let shell = Command(
        "shell",
        "Run commands, a line each, from a terminal or a pipe.",
        shell: .refused,
        details: """
            A line is a command with or without the word tunerctl. White space separates words, and quotes group them. Between double
            quotes, a backslash escapes the next character. A line that begins with # is a comment. help lists the commands; some
            are shorter than on the command line: list takes a part of a key, and there are reset-all, watch and watch off.

            On a terminal, Tab completes commands, keys and values. The arrows bring back older lines, also those of earlier
            sessions; Ctrl-R searches in them. The lines are stored in $XDG_STATE_HOME/tuner/history, by default
            ~/.local/state/tuner/history. A line that begins with a space is not stored. Ctrl-C ends the command that runs; at
            the prompt, it clears the line.

            From a pipe, all lines use one connection, and the shell ends at the first line that fails: it prints the number of the line, and exits with the exit
            code of the line. With --keep-going it also runs the lines after it. If the daemon restarts, the shell waits for it
            until --timeout, by default 10 seconds, and repeats a get or a set that had no response.

            All lines use the daemon of the shell: a line with another --socket is refused. --timeout in a line applies to that
            line only.
            """,
        settings: false,
        options: [Option("--keep-going", "run the lines after a line that fails") { $0 = true }],
        examples: ["tunerctl shell", "tunerctl shell --keep-going <commands.txt"]
    ) { (invocation, keepsGoing, output) throws(Failure) in
        let session = try ShellSession(invocation, output)
        let isTerminal = (try? Kernel.withStandardInput { Kernel.isTerminal($0) }) ?? false
        return isTerminal && output.isTerminal
            ? try ShellPrompt(session).run() : try ShellScript(session, keepsGoing: keepsGoing).run()
    }
}
