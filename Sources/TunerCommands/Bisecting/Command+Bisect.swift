import OptionCore

extension Command {
    static let bisect = Command(
        "bisect",
        "Find the commit, or the keys, that make a command fail.",
        Arguments("-- COMMAND [ARGUMENT]...", least: 1),
        shell: .refused,
        details: """
            tunerctl runs COMMAND in private worlds, each with the values of one revision. No other program sees them.
            REVISION is a number, a time such as 2026-08-06T20:15:00Z, or a time ago such as 30m. First COMMAND runs at
            both revisions, to check them. Then each run halves the commits that may be the first bad one. tunerctl \
            prints this commit as tunerctl history does: its time, its client, and the old and the new values.

            The exit codes of COMMAND are those of git bisect run:

            0              Good.
            1-124 126 127  Bad.
            125            COMMAND cannot test this revision; tunerctl tests another one.
            128-255        The search ends with this exit code.

            If the bad revision is older than the good one, tunerctl looks for the first good revision.

            Only commits that change values or overrides of flags are tested. tunerctl help at says which state a world
            cannot have. The output of COMMAND goes to standard error, as the progress does: one line for each run.

            With --keys, --good and --bad can also name a file: the output of export, or a JSON object of keys and \
            values. What a file does not have is as now. tunerctl gives COMMAND the good values, and the bad values of \
            some of the keys. It prints a smallest set of keys: without the bad value of one of them, COMMAND does not \
            fail. A skipped run counts as good.

            The exit code is 0 if the commit or the keys are found. It is 1 if a revision is not good or bad as given, \
            if no commit changes a value, and if all commits that are left were skipped; these are printed. It is 3 if \
            the history does not reach back to a revision, 4 if the daemon ends, 126 if COMMAND cannot be executed, \
            and 127 if it does not exist.
            """,
        settings: BisectOptions(),
        options: BisectOptions.all,
        examples: ["tunerctl bisect --good 12 --bad 40 -- ./check", "tunerctl bisect --keys --good a.json -- ./check"]
    ) { (invocation, options, output) throws(Failure) in
        let program = try invocation.program(after: 0, "")
        return try options.run(program, invocation, output)
    }
}
