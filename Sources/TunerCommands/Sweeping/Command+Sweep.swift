import JSONCore
import OptionCore
import SearchEngine
import SystemCore
import TunerAPI

extension Command {
    static let sweep = Command(
        "sweep",
        "Measure several values of each matching key, in all combinations.",
        Arguments("PATTERN... [-- COMMAND [ARGUMENT]...]", least: 1),
        shell: .refused,
        details: """
            A key needs a declaration with a minimum and a maximum, with an enum, or with the type boolean. --range gives
            or narrows the range of a number. tunerctl measures at most --steps values of a number, from the lowest to
            the highest one. They have equal distances, or equal factors on a logarithmic scale. --log makes a scale
            logarithmic. Without it, the declared scale applies (declare --scale). Without both, the scale is logarithmic if
            the lowest value is above 0 and the highest one is at least 1,000 times as large. Every value of an enum is \
            measured. A sweep has at most \(SweepGrid.mostPoints) combinations.

            Each combination is set in a world, so no other program receives the values. Then tunerctl measures as \
            tunerctl compare does: it starts the program after --, waits for --settle, runs the command of --metric in \
            a shell, and ends the program. The last line that the command prints must be a number. The order of the \
            measurements is random. With --repeat, each round measures all combinations once.

            The table has the median of each combination, and marks the lowest and the highest one. If a measurement
            fails, a note is printed, and the sweep continues. If all fail, the exit code is 1.
            """,
        settings: SweepOptions(),
        options: SweepOptions.all,
        examples: [
            "tunerctl sweep cache.size --steps 8 --metric ./latency",
            "tunerctl sweep 'net.*' --repeat 3 --jobs 4 --metric ./latency --settle 2s -- ./server",
        ]
    ) { (invocation, options, output) throws(Failure) in
        let arguments = try SearchArguments(invocation, for: "sweep")
        guard let metric = options.metric else {
            throw .usage(UsageError(.missingArgument("--metric COMMAND"), command: "sweep"))
        }
        let (daemon, search) = (try DaemonEndpoint(invocation.global), options.search)
        var worlds = [try MeasuringWorld(daemon, invocation.global)]
        let selection = KeySelection(arguments.patterns, search, command: "sweep")
        let keys = try selection.keys(worlds[0].connection, invocation.global).keys
        let points = try grid(keys, steps: options.steps).map(keys.values)
        try checkCount(of: points, options)
        while worlds.count < min(search.jobs, points.count * options.repeats) {
            worlds.append(try MeasuringWorld(daemon, invocation.global))
        }
        let plan = MeasurementPlan(metric: metric, program: arguments.program, settle: search.settle)
        let seed = search.chosenSeed
        let title = keys.map(\.key).joined(separator: ", ")
        let total = points.count * options.repeats
        let job = JobReporter(.sweep, title, metric: metric, total: total, on: worlds[0].connection)
        let measurement = SweepMeasurement(
            measurements: WorldMeasurements(try MeasurementLoop(plan, daemon), in: worlds),
            repeats: options.repeats,
            seed: seed,
            progress: ProgressLine(invocation.global),
            job: job,
            global: invocation.global
        )
        let swept = try job.follow { () throws(Failure) in try measurement.run(points) }
        let result = SweepResult(keys: keys.map(\.key), points: swept, seed: seed)
        job.end(result)
        return try output.print(result.json, else: SweepText(result: result).text(output))
    }

    /// Throws if so many measurements would not end in days.
    private static func checkCount(of points: [JSONObject], _ options: SweepOptions) throws(Failure) {
        let (count, overflow) = points.count.multipliedReportingOverflow(by: options.repeats)
        guard overflow || count > SweepGrid.mostMeasurements else { return }
        let sentence = "a sweep has at most \(SweepGrid.mostMeasurements) measurements; use a smaller --repeat"
        throw .usage(UsageError(.text(sentence), command: "sweep"))
    }

    private static func grid(_ keys: [SearchedKey], steps: Int) throws(Failure) -> [SearchPoint] {
        do throws(SweepGrid.TooLarge) {
            return try SweepGrid(keys.map(\.dimension), steps: steps).points
        } catch {
            let count = error.count.map { "\($0)" } ?? "too many"
            let sentence =
                "the sweep has \(count) combinations, and at most \(SweepGrid.mostPoints) are allowed; "
                + "use fewer --steps, or fewer keys"
            throw .usage(UsageError(.text(sentence), command: "sweep"))
        }
    }
}
