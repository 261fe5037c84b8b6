import CBenchmark
import SearchEngine

/// A search of a problem, from the first suggestion to the recommended point.
struct MeasuredSearch {
    /// How much the value of the recommended point, without noise, is above the least value.
    let regret: Double
    /// The processor time of each suggestion and its report.
    let milliseconds: [Double]

    init(_ problem: Problem, noise: Double, seed: UInt64, budget: Int) {
        var random = SplitMix(seed: seed + 1_000_000)
        var search = Search(space: problem.space, start: problem.start(seed), seed: seed, budget: budget)
        var milliseconds: [Double] = []
        while true {
            let asked = cbenchmark_processor_time()
            guard let suggestion = search.suggest() else { break }
            let asking = cbenchmark_processor_time() - asked
            var value = problem.function(suggestion.point.values)
            if noise > 0 { value += noise * random.normal() }
            let reported = cbenchmark_processor_time()
            search.report(suggestion.number, suggestion.point, .measured(value))
            milliseconds.append(Double(asking + cbenchmark_processor_time() - reported) / 1_000_000)
        }
        regret = (search.best.map { problem.function($0.point.values) } ?? .infinity) - problem.least
        self.milliseconds = milliseconds
    }
}
