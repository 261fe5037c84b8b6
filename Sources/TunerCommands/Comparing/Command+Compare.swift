import JSONCore
import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let compare = Command(
        "compare",
        "Measure two sets of values in turn, and print whether they differ.",
        Arguments("FILE FILE [-- COMMAND [ARGUMENT]...]", least: 2),
        shell: .refused,
        details: """
            Each FILE is the output of export, or a JSON object of keys and values. The first one is A, the second one
            B. A file with {} measures the shared values. tunerctl creates a world for A and another one for B, so no
            other program receives their values.

            Each round measures A and B once, in random order, so that a slow change of the machine affects both. To
            measure, tunerctl runs the command of --metric in a shell. The last line that it prints must be a number, such
            as 12.5 or 1.2e-3. Its variables TUNER_WORLD and TUNER_SOCKET name the world and the daemon.

            The program that reads the values must be in the world, too. There are three ways:

            -- COMMAND  For each measurement, tunerctl starts the program in the world, waits for --settle, \
            runs the metric command, and ends the program.
            --pid PID  The program runs already, and receives changes. For each measurement, tunerctl moves it to the \
            world, waits for --settle, and runs the metric command. At the end, the program returns to the shared values.
            neither  The metric command reads the values, or starts the program that reads them. All other programs \
            keep the shared values: to measure one of them compares A with A.

            To end a program, tunerctl sends SIGTERM to all processes of its process group, and SIGKILL after five
            seconds. Their output is not printed. If a program ends too early, or a metric command fails or prints no
            number, tunerctl prints the last lines of the output, and exits with 1. Ctrl-C ends the programs and the
            worlds, too.

            The output has the medians, the difference of the medians with its 95 % interval (by bootstrap), and the
            p-value of the test of Mann and Whitney. A difference is found if the interval does not contain 0. The
            interval contains 0 whenever p is 0.05 or more. The exit code is 0 with and without a difference.
            """,
        settings: CompareOptions(),
        options: CompareOptions.all,
        examples: [
            "tunerctl compare a.json b.json --metric ./latency --settle 2s -- ./server --port 8080",
            "tunerctl compare a.json b.json --metric ./frame-time --pid 4711 --settle 2s",
        ]
    ) { (invocation, options, output) throws(Failure) in
        let mark = invocation.argumentsBeforeMark ?? invocation.words.count
        guard mark >= 2 else { throw .usage(UsageError(.missingArgument("FILE"), command: "compare")) }
        if mark > 2 {
            throw .usage(UsageError(.option(.unexpected(invocation.words[2].path)), command: "compare"))
        }
        guard let metric = options.metric else {
            throw .usage(UsageError(.missingArgument("--metric COMMAND"), command: "compare"))
        }
        let program = Array(invocation.words[mark...])
        guard program.isEmpty || options.pid == nil else { throw .usage(UsageError(.twoPrograms, command: "compare")) }
        let files = (a: invocation.words[0].path, b: invocation.words[1].path)
        let a = try ComparedSetting("A", files.a, invocation)
        if let sentence = try KillSwitchNote.sentence(a.connection) { output.note("tunerctl: \(sentence)\n") }
        let title = "\(files.a), \(files.b)"
        let job = JobReporter(.compare, title, metric: metric, total: options.rounds, on: a.connection)
        let comparison = SettingsComparison(
            options: options,
            a: a,
            b: try ComparedSetting("B", files.b, invocation),
            loop: try MeasurementLoop(
                MeasurementPlan(metric: metric, program: program, settle: options.settle),
                try DaemonEndpoint(invocation.global)
            ),
            progress: ProgressLine(invocation.global),
            job: job
        )
        let result = try job.follow(comparison.run)
        return try output.print(result.json(files: files), else: ComparisonText(result).text(files: files, output))
    }
}
