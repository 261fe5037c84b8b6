import JSONCore
import SearchEngine
import TunerAPI

extension JobReporter {
    /// Creates the reporter of a search.
    convenience init(
        of keys: [SearchedKey],
        _ plan: MeasurementPlan,
        _ options: OptimizeOptions,
        on connection: DaemonConnection
    ) {
        let names = keys.map(\.key).joined(separator: ", ")
        self.init(.optimize, names, metric: plan.metric, total: options.budget, on: connection)
    }

    /// Reports the measurements of a search so far.
    func report(_ record: SearchRecord, budget: Int) {
        let steps = record.steps.filter { $0.value != nil }
        let start = record.numbers(at: record.plan.start, in: .search)
        report { job in
            (job.done, job.total) = (Int64(record.steps.count), Int64(budget))
            job.chart(steps.compactMap(\.value))
            job.before = start.isEmpty ? nil : Median(start).value
            guard let best = record.bestStep else { return }
            job.best = best.value
            job.store(record.plan.values(at: best.point))
        }
    }

    /// Reports the result of a search.
    func end(_ result: OptimizationResult) {
        end(result.isImproved ? .found : .none, result.sentence) { job in
            job.done = Int64(result.count)
            (job.low, job.high) = (result.interval?.lowerBound, result.interval?.upperBound)
            (job.before, job.best, job.values) = (result.before, nil, nil)
            guard result.isImproved else { return }
            job.best = result.after
            job.store(result.best)
        }
    }
}

extension SearchRecord {
    /// The measurement of the search with the best number.
    fileprivate var bestStep: SearchStep? {
        var best: (step: SearchStep, value: Double)?
        for step in steps where step.phase == .search {
            guard let value = step.value else { continue }
            if best.map({ plan.goal.isBetter(value, than: $0.value) }) ?? true { best = (step, value) }
        }
        return best?.step
    }
}
