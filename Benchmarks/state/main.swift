// Measures the state's map: state-benchmark [KEYS], or state-benchmark looks KEYS TIMES for a profiler.
let words = CommandLine.arguments.dropFirst()
if words.first == "looks" {
    let numbers = words.dropFirst().compactMap { Int($0) }
    Looks.run(keys: numbers.first ?? 10_000, looks: numbers.last ?? 1)
} else {
    Report.print(most: words.first.flatMap { Int($0) } ?? 1_000_000)
}
