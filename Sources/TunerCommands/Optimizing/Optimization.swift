import JSONCore
import SearchEngine
import SystemCore

/// Runs a search: measures what it suggests, and reports the outcomes in the order of the suggestions.
///
/// This order makes a search with several jobs repeatable: its suggestions do not depend on which job ends first.
final class Optimization {
    private let record: SearchRecord
    private let budget: Int
    private let jobs: Int
    private let measurements: any PointMeasuring
    private let progress: ProgressLine
    private let job: JobReporter
    private let global: GlobalOptions
    private(set) var search: Search
    private var plan: SearchPlan { record.plan }
    private var suggestions: [Int: SearchPoint] = [:]
    private var outcomes: [Int: SearchStep.Outcome] = [:]
    private var nextNumber = 0

    /// Creates an optimization that continues after the measurements of the record.
    init(
        _ record: SearchRecord,
        _ measurements: any PointMeasuring,
        budget: Int,
        jobs: Int,
        _ job: JobReporter,
        _ global: GlobalOptions
    ) {
        (self.record, self.budget, self.jobs) = (record, budget, jobs)
        (self.measurements, self.job, self.global) = (measurements, job, global)
        progress = ProgressLine(global)
        search = record.plan.search(budget: budget - 2 * Optimization.rounds(budget, record.plan.repeats))
        for step in record.steps where step.phase == .search { report(step) }
    }

    /// Returns how many measurements of the start and of the best point each follow a search with noise.
    ///
    /// They are not those of the search: the best of many measurements is a lucky one.
    private static func rounds(_ budget: Int, _ repeats: Int) -> Int {
        guard repeats > 1, budget / 5 >= Comparison.leastValues else { return 0 }
        return min(max(repeats, Comparison.leastValues), budget / 5)
    }

    /// Measures until the budget is spent, and returns the result.
    func run() throws(Failure) -> OptimizationResult {
        defer { progress.remove() }
        job.report(record, budget: budget)
        try fill()
        while measurements.isMeasuring {
            showProgress()
            let (number, outcome) = try measurements.next()
            outcomes[number] = SearchStep.Outcome(outcome)
            try takeOutcomes()
        }
        try confirm()
        let result = try OptimizationResult(record, search)
        job.end(result)
        return result
    }

    /// Starts measurements until all jobs are used.
    private func fill() throws(Failure) {
        while suggestions.count < jobs {
            if let suggestion = search.suggest() {
                suggestions[suggestion.number] = suggestion.point
                try measurements.start(suggestion.number, plan.values(at: suggestion.point))
            } else {
                guard suggestions.isEmpty, extend() else { return }
            }
        }
    }

    /// Reports the outcomes that are next in the order of the suggestions, and starts the next measurement after each.
    private func takeOutcomes() throws(Failure) {
        while let point = suggestions[nextNumber], let outcome = outcomes.removeValue(forKey: nextNumber) {
            let step = SearchStep(nextNumber, .search, point, outcome)
            try check(step)
            try record.add(step)
            report(step)
            job.report(record, budget: budget)
            try fill()
        }
    }

    private func report(_ step: SearchStep) {
        let outcome: Outcome =
            switch step.outcome {
            case .measured(let value): .measured(plan.goal.cost(value))
            case .refused: .refused
            case .failed: .failed
            }
        suggestions[step.number] = nil
        search.report(step.number, step.point, outcome)
        nextNumber = max(nextNumber, step.number + 1)
    }

    /// Prints a note about a failed measurement; throws if it is that of the start.
    private func check(_ step: SearchStep) throws(Failure) {
        let isFirst = step.number == 0
        switch step.outcome {
        case .measured: return
        case .refused:
            guard isFirst else { return }
            note("the guard refuses the present values")
        case .failed(let sentence):
            let words = plan.values(at: step.point).words
            if isFirst {
                measurements.stop()
                throw .noFirstMeasurement(sentence)
            }
            note("measurement \(step.number + 1), \(words): \(sentence)")
        }
    }

    private func note(_ sentence: String) {
        progress.remove()
        global.note("tunerctl: \(sentence)\n")
    }

    /// Lets the search use the whole budget if no measurements must follow it; returns whether it may continue.
    private func extend() -> Bool {
        guard search.budget < budget, !search.hasNoise else { return false }
        search = plan.search(budget: budget)
        for step in record.steps where step.phase == .search { report(step) }
        return true
    }

    /// Measures the start and the best point in turn, in random order, if the metric has noise.
    private func confirm() throws(Failure) {
        guard search.hasNoise, let best = search.best?.point, best != search.start else { return }
        var random = SeededRandom(seed: ~plan.seed)
        let rounds = min((budget - search.reports) / 2, Optimization.rounds(budget, plan.repeats))
        let order = (0..<max(0, rounds)).flatMap { _ -> [SearchStep.Phase] in
            random.index(below: 2) == 0 ? [.before, .after] : [.after, .before]
        }
        let done = record.steps.count { $0.phase != .search }
        var (started, ended) = (min(done, order.count), min(done, order.count))
        let first = search.reports
        var outcomes: [Int: SearchStep.Outcome] = [:]
        while ended < order.count {
            while started < order.count, started - ended < jobs {
                let point = order[started] == .before ? search.start : best
                try measurements.start(first + started, plan.values(at: point))
                started += 1
            }
            showProgress()
            let (number, outcome) = try measurements.next()
            outcomes[number] = SearchStep.Outcome(outcome)
            while ended < order.count, let outcome = outcomes.removeValue(forKey: first + ended) {
                let point = order[ended] == .before ? search.start : best
                try record.add(SearchStep(first + ended, order[ended], point, outcome))
                ended += 1
            }
            job.report(record, budget: budget)
        }
    }

    private func showProgress() {
        let (last, best) = (record.steps.last?.value, record.course.last)
        progress.show(Optimization.text(record.steps.count + 1, of: budget, last: last, best: best))
    }

    private static func text(_ number: Int, of budget: Int, last: Double?, best: Double?) -> String {
        var text = "\(number) of \(budget)"
        if let last { text += ", last: \(MeasureText.value(last))" }
        if let best { text += ", best: \(MeasureText.value(best))" }
        return text
    }
}

@available(*, unavailable)
extension Optimization: Sendable {}

extension Search {
    /// Whether two measurements of one point differ.
    var hasNoise: Bool {
        trials.contains { trial in trial.measurements.contains { $0 != trial.measurements.first } }
    }
}
