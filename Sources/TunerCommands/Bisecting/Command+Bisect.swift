import OptionCore

extension Command {
    static let bisect = Command(
        "bisect",
        "Find the commit, or the keys, that make a command fail.",
        Arguments("-- COMMAND [ARGUMENT]...", least: 1),
        shell: .refused,
        details: """
            tunerctl runs COMMAND in worlds, each with the values of one revision. No other program receives them.
            REVISION is a number, a time such as 2026-08-06T20:15:00Z, or a time before now such as 30m. First COMMAND runs at
            both revisions, to check them. Then each run halves the commits that may be the first bad one. tunerctl \
            prints this commit as tunerctl history does: its time, its client, and the old and the new values.

            The exit codes of COMMAND are those of git bisect run:

            0              Good.
            1-124 126 127  Bad.
            125            COMMAND cannot test this revision; tunerctl tests another one.
            128-255        The search ends with this exit code.

            If the bad revision is older than the good one, tunerctl looks for the first good revision.

            Only commits that change values or overrides of flags are tested. To see what a world cannot restore, type:
            tunerctl help at. The output of COMMAND goes to standard error, and so does a line for each run.

            With --keys, --good and --bad can also name a file: the output of export, or a JSON object of keys and \
            values. A key that is not in the file keeps its present value. tunerctl gives COMMAND the good values, and \
            the bad values of some of the keys. It prints a minimal set of keys: if one key of the set gets its good \
            value, COMMAND no longer fails. Another, even smaller, set can exist. A skipped run counts as good.

            The exit code of tunerctl:

            0         The commit or the keys are found.
            1         A revision is not good or bad as given, no commit changes a value, only skipped commits are \
            left, or --runs was reached. tunerctl prints the commits that are left, or the smallest set so far.
            3         The history does not reach back to a revision.
            4         The daemon has ended.
            126, 127  COMMAND cannot be executed, or does not exist.
            """,
        settings: BisectOptions(),
        options: BisectOptions.all,
        examples: ["tunerctl bisect --good 12 --bad 40 -- ./check", "tunerctl bisect --keys --good a.json -- ./check"]
    ) { (invocation, options, output) throws(Failure) in
        let program = try invocation.program(after: 0, "")
        return try options.run(program, invocation, output)
    }
}
