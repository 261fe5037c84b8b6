import ConsoleCore
import JSONCore
import OptionCore
import SearchEngine
import SystemCore

extension Command {
    static let optimize = Command(
        "optimize",
        "Find the values of matching keys for which a metric is lowest or highest.",
        Arguments("PATTERN... [-- COMMAND [ARGUMENT]...]", least: 1),
        shell: .refused,
        details: """
            A key needs a declaration with a minimum and a maximum, with an enum, or with the type boolean. --range gives
            or narrows the range of a number. --log makes a scale logarithmic. Without it, the declared scale applies (declare
            --scale). Without both, the scale is logarithmic if the lowest value is above 0 and the highest one is at least
            1,000 times as large.

            The first measurement has the present values, or the nearest allowed ones. Each further one has values that
            a model of all measurements suggests. The values are set in a world, so no other program receives them. Then tunerctl measures as \
            tunerctl compare does: it starts the program after --, waits for --settle, runs the command of --minimize or \
            --maximize in a shell, and ends the program. The last line that the command prints must be a number.

            The command of --guard runs after the metric command, in the same world. If it fails, the search avoids the
            values. It also avoids values for which the metric command fails, and prints a note. If the metric command \
            fails for the present values, tunerctl exits with 1.

            The search measures promising values again, to see the noise. If there is noise, the last measurements are \
            those of the present and of the best values in turn. They decide whether the best values are better. With \
            --repeat 1, no values are measured again.

            With --live, the shared values change, so every program receives them. Each measurement is a try: tunerctl
            reverts it after the measurement, and the daemon reverts it if tunerctl cannot. Numbers stay near the present
            values, within --max-step of their range: on a logarithmic scale, of its logarithm. Every value of an enum is
            possible. --jobs and --file do not work with --live. If another client changes a key, its value stays, and the
            search begins again without this key. Without --limit, the limit is 60 seconds.

            With --wait-applied, a measurement begins when the subscribed programs have reported that they use the values.
            The measurement fails if a program refuses a value or does not report in time, and if no program reports. With
            --apply, tunerctl also waits for the programs at the end, and exits with 1 if one of them does not use a value.

            With --file, each measurement is appended to FILE. If FILE has measurements of a former run with the same
            keys, ranges, metric direction and --repeat, the search continues after them, with the seed of FILE. A larger \
            --budget lets a finished search continue.

            With the same --seed and --jobs, a search measures the same values in the same order, if the metric prints
            the same number for the same values. With --json, each measurement
            is a line, and the last line is {"value": NUMBER, "values": {...}} with further members.
            """,
        settings: OptimizeOptions(),
        options: OptimizeOptions.all,
        examples: [
            "tunerctl optimize 'net.*' --minimize ./latency --budget 60 --settle 2s -- ./server",
            "tunerctl optimize cache.size --maximize ./hits --guard ./healthy --jobs 4 --file search.jsonl --save tuned",
            "tunerctl optimize 'redis.*' --live --wait-applied 5s --max-step 20 --maximize ./hit-ratio --apply",
        ]
    ) { (invocation, options, output) throws(Failure) in
        let arguments = try SearchArguments(invocation, for: "optimize")
        let (metric, goal) = try options.goal(invocation)
        try options.checkCombination(invocation)
        let found = try FoundValues(options, invocation)
        let selection = KeySelection(arguments.patterns, options.search, command: "optimize")
        let plan = MeasurementPlan(
            metric: metric,
            program: arguments.program,
            settle: options.search.settle,
            guardCommand: options.guardCommand,
            limit: options.limit ?? (options.isLive ? LiveSearch.usualLimit : nil)
        )
        let search = options.isLive ? searchLive : searchInWorlds
        let (result, revision) = try search(goal, plan, selection, options, invocation, output)
        let text = OptimizationText(result: result, hasAdvice: !options.applies).text(output)
        try output.print(output.isJSON ? "\(JSONText.compact(result.json).escapedForTerminals)\n" : text)
        return result.isImproved ? try found.use(result, since: revision, output) : .done
    }

    /// Returns the result of a search in worlds, and the revision of the present values.
    private static func searchInWorlds(
        _ goal: SearchGoal,
        _ plan: MeasurementPlan,
        _ selection: KeySelection,
        _ options: OptimizeOptions,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) -> (result: OptimizationResult, revision: Int64) {
        let (daemon, global) = (try DaemonEndpoint(invocation.global), invocation.global)
        var worlds = [try MeasuringWorld(daemon, global)]
        let (keys, revision) = try selection.keys(worlds[0].connection, global)
        noteStarts(keys, global)
        let record = try SearchRecord.begin(SearchPlan(keys, goal, options), options, invocation, output)
        let jobs = min(options.search.jobs, options.budget)
        while worlds.count < jobs { worlds.append(try MeasuringWorld(daemon, global)) }
        let measurements = WorldMeasurements(try MeasurementLoop(plan, daemon), in: worlds)
        let job = JobReporter(of: keys, plan, options, on: worlds[0].connection)
        let optimization = Optimization(record, measurements, budget: options.budget, jobs: jobs, job, global)
        return (try job.follow(optimization.run), revision)
    }

    /// Returns the result of a search on the shared values, and the revision of the last revert.
    private static func searchLive(
        _ goal: SearchGoal,
        _ plan: MeasurementPlan,
        _ selection: KeySelection,
        _ options: OptimizeOptions,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) -> (result: OptimizationResult, revision: Int64) {
        let global = invocation.global
        let connection = try invocation.connect()
        guard !connection.isInWorld else { throw .onlyShared }
        let selected = try selection.keys(connection, global)
        noteStarts(selected.keys, global)
        let loop = try MeasurementLoop(plan, try DaemonEndpoint(global))
        let job = JobReporter(of: selected.keys, plan, options, on: connection)
        let search = LiveSearch(
            goal: goal,
            options: options,
            loop: loop,
            connection: connection,
            job: job,
            global: global,
            output: output
        )
        return try job.follow { () throws(Failure) in try search.run(selected) }
    }

    private static func noteStarts(_ keys: [SearchedKey], _ global: GlobalOptions) {
        for key in keys where key.isStartMoved { global.note("tunerctl: \(key.movedStartSentence)\n") }
    }
}
