// Measures the state's map: state-benchmark [KEYS], or state-benchmark lookups KEYS TIMES for a profiler.
let words = CommandLine.arguments.dropFirst()
if words.first == "lookups" {
    let numbers = words.dropFirst().compactMap { Int($0) }
    Lookups.run(keys: numbers.first ?? 10_000, rounds: numbers.last ?? 1)
} else {
    Report.print(most: words.first.flatMap { Int($0) } ?? 1_000_000)
}
