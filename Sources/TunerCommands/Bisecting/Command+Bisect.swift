import OptionCore
import SystemCore

extension Command {
    static let bisect = Command(
        "bisect",
        "Find the commit that makes a command fail, by binary search in the history.",
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

            The exit code is 0 if the commit is found. It is 1 if a revision is not good or bad as given, if no commit \
            changes a value, and if all commits that are left were skipped; these are printed. It is 3 if the history \
            does not reach back to a revision, 4 if the daemon ends, 126 if COMMAND cannot be executed, and 127 if it \
            does not exist.
            """,
        settings: BisectOptions(),
        options: BisectOptions.all,
        examples: ["tunerctl bisect --good 12 --bad 40 -- ./check", "tunerctl bisect --good 2h -- make test"]
    ) { (invocation, options, output) throws(Failure) in
        let program = try invocation.program(after: 0, "")
        guard let good = options.good else { throw .usage(invocation.error(.missingArgument("--good REVISION"))) }
        let bisection = try RevisionBisection(
            good: try PastRevision(good, as: "--good", invocation),
            bad: try options.bad.map { (word) throws(Failure) in try PastRevision(word, as: "--bad", invocation) },
            BisectRunner(program, invocation, output),
            try invocation.connect()
        )
        let result = try bisection.run()
        try output.print(result.json, else: result.text)
        return result.exitCode
    }
}
