import ConsoleCore
import JSONCore
import OptionCore
import SearchEngine
import SystemCore

extension Command {
    static let optimize = Command(
        "optimize",
        "Search the values of matching keys for which a metric is lowest or highest.",
        Arguments("PATTERN... [-- COMMAND [ARGUMENT]...]", least: 1),
        shell: .refused,
        details: """
            A key needs a declaration with a minimum and a maximum, with an enum, or with the type boolean. --range gives
            or narrows the range of a number. A scale is logarithmic with --log, and if the lowest value is above 0 and
            the highest one is at least 1,000 times as large.

            The first measurement has the present values. Each further one has values that a model of all measurements
            suggests. The values are set in a world, so no other program receives them. Then tunerctl measures as \
            tunerctl compare does: it starts the program after --, waits for --settle, runs the command of --minimize or \
            --maximize in a shell, and ends the program. The last line that the command prints must be a number.

            The command of --guard runs after the metric command, in the same world. If it fails, the search avoids the
            values. It also avoids values for which the metric command fails, and prints a note. If the metric command \
            fails for the present values, tunerctl exits with 1.

            The search measures promising values again, to see the noise. If there is noise, the last measurements are \
            those of the present and of the best values in turn. They decide whether the best values are better. With \
            --repeat 1, no values are measured again.

            With --file, each measurement is appended to FILE. If FILE has measurements of a former run with the same
            keys, ranges, metric direction and --repeat, the search continues after them, with the seed of FILE. A larger \
            --budget lets a finished search continue.

            The same --seed and --jobs repeat a search, if equal values have equal numbers. With --json, each measurement
            is a line, and the last line is {"value": NUMBER, "values": {...}} with further members.
            """,
        settings: OptimizeOptions(),
        options: OptimizeOptions.all,
        examples: [
            "tunerctl optimize 'net.*' --minimize ./latency --budget 60 --settle 2s -- ./server",
            "tunerctl optimize cache.size --maximize ./hits --guard ./healthy --jobs 4 --file search.jsonl --save tuned",
        ]
    ) { (invocation, options, output) throws(Failure) in
        let arguments = try SearchArguments(invocation, for: "optimize")
        let (metric, goal) = try options.goal(invocation)
        let found = try FoundValues(options, invocation)
        let daemon = try DaemonEndpoint(invocation.global)
        var worlds = [try MeasuringWorld(daemon, invocation.global)]
        let selection = KeySelection(arguments.patterns, options.search, command: "optimize")
        let (keys, revision) = try selection.keys(worlds[0].connection, invocation.global)
        for key in keys where key.isStartMoved { invocation.global.note("tunerctl: \(key.movedStartSentence)\n") }
        let record = try SearchRecord.begin(SearchPlan(keys, goal, options), options, invocation, output)
        let jobs = min(options.search.jobs, options.budget)
        while worlds.count < jobs { worlds.append(try MeasuringWorld(daemon, invocation.global)) }
        let plan = MeasurementPlan(
            metric: metric,
            program: arguments.program,
            settle: options.search.settle,
            guardCommand: options.guardCommand,
            limit: options.limit
        )
        let measurements = WorldMeasurements(try MeasurementLoop(plan, daemon), in: worlds)
        let optimization = Optimization(record, measurements, budget: options.budget, jobs: jobs, invocation.global)
        let result = try optimization.run()
        let text = OptimizationText(result: result).text(output)
        try output.print(output.isJSON ? "\(JSONText.compact(result.json).escapedForTerminals)\n" : text)
        if result.isImproved { try found.use(result, since: revision, output) }
        return .done
    }
}
