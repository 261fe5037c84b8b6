// Measures the state's map: state-benchmark [KEYS]. For a profiler: state-benchmark lookups KEYS TIMES, or
// state-benchmark preloaded KEYS TIMES.
let words = CommandLine.arguments.dropFirst()
if words.first == "lookups" || words.first == "preloaded" {
    let numbers = words.dropFirst().compactMap { Int($0) }
    let isPreloaded = words.first == "preloaded"
    Lookups.run(keys: numbers.first ?? 10_000, rounds: numbers.last ?? 1, isPreloaded: isPreloaded)
} else {
    Report.print(most: words.first.flatMap { Int($0) } ?? 1_000_000)
}
