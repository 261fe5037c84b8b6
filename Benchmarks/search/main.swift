import SearchEngine

// Prints a line for each run: the problem, the evaluations, the seed, the value of the start, the regret of the recommended
// point, and the median and the longest processor time of the last ten suggestions in milliseconds, with their reports.
let arguments = CommandLine.arguments.dropFirst()
let seeds = arguments.first.flatMap { UInt64($0) } ?? 30
let names = arguments.dropFirst()

for problem in Problem.all {
    for isNoisy in [false, true] {
        let name = problem.name + (isNoisy ? ", noisy" : "")
        guard names.isEmpty || names.contains(name) else { continue }
        for budget in [40, 100] {
            for seed in 0..<seeds {
                let run = MeasuredSearch(problem, noise: isNoisy ? problem.noise : 0, seed: seed, budget: budget)
                let times = run.milliseconds.suffix(10).sorted()
                let start = problem.function(problem.start(seed).values)
                print(name, budget, seed, start, run.regret, times[5], times[9], separator: "\t")
            }
        }
    }
}
