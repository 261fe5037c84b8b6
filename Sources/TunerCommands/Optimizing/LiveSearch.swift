import ConsoleCore
import JSONCore
import OptionCore
import SearchEngine

/// A search on the shared values, which continues without the keys that other clients change.
struct LiveSearch {
    /// The limit of a command without `--limit`: the daemon must know when to revert a try.
    static let usualLimit = Duration.seconds(60)

    let goal: SearchGoal
    let options: OptimizeOptions
    let loop: MeasurementLoop
    let connection: DaemonConnection
    let job: JobReporter
    let global: GlobalOptions
    let output: Output

    /// Returns the result, and the revision of the last revert.
    func run(
        _ selected: (keys: [SearchedKey], revision: Int64)
    ) throws(Failure) -> (result: OptimizationResult, revision: Int64) {
        var options = options
        options.search.seed = options.search.chosenSeed
        var keys = try nearKeys(selected.keys)
        var left = options.budget
        while true {
            let measurements = LiveMeasurements(
                keys,
                selected.revision,
                loop,
                connection,
                output,
                appliedWithin: options.appliedWithin
            )
            let record = try SearchRecord(SearchPlan(keys, goal, options), [], nil, output)
            do throws(Failure) {
                let result = try Optimization(record, measurements, budget: left, jobs: 1, job, global).run()
                return (result, measurements.revision)
            } catch .keysTaken(let taken) {
                keys.removeAll { taken.contains($0.key) }
                left -= record.steps.count + 1
                guard !keys.isEmpty else {
                    throw .searchEnded("other clients have changed all keys of the search; their values stay")
                }
                guard left > 1 else { throw .searchEnded("another client has changed a key, and the budget is spent") }
                let rest = keys.map { $0.key.shownWhole }
                global.note("tunerctl: the search begins again with \(ListText.of(rest, last: "and"))\n")
                if output.isJSON {
                    try output.print("\(JSONText.compact(["changedKeys": .array(taken.map { .string($0) })]))\n")
                }
            }
        }
    }

    /// Limits each number to `--max-step`; prints a note about each key that is left out.
    private func nearKeys(_ keys: [SearchedKey]) throws(Failure) -> [SearchedKey] {
        let near = keys.compactMap { key -> SearchedKey? in
            guard let near = key.near(options.maxStep / 100) else {
                global.note("tunerctl: --max-step is less than a step of \(key.key.shownWhole); it keeps its value\n")
                return nil
            }
            return near
        }
        guard !near.isEmpty else {
            throw .usage(UsageError(.text("no key has values within --max-step"), command: "optimize"))
        }
        return near
    }
}
