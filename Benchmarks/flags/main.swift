import FlagEngine

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// flags-benchmark measures. With --smoke, it only checks that everything works without needless allocations. With
// "evaluate KEY TIMES" or "load TIMES", it runs only that, for a profiler.
let words = Array(CommandLine.arguments.dropFirst())
let isSmoke = words.contains("--smoke")
switch words.first {
case "load":
    let count = Int(words[1]) ?? 1
    _ = try LoadingBenchmark.run(rounds: count, flags: 10_000, judgesTime: false)
case "evaluate":
    let flags = try FlagSet(Array(MeasuredFlag.document.utf8).span)
    let context = try MeasuredFlag.context()
    let key = try FlagKey(words[1])
    for _ in 0..<(Int(words[2]) ?? 1) {
        precondition(flags.evaluate(key, in: context).value != nil, "it has a value")
    }
default:
    let isQuick = try EvaluationBenchmark.run(
        rounds: isSmoke ? 1 : 21,
        evaluations: isSmoke ? 1_000 : 200_000,
        judgesTime: !isSmoke
    )
    let loadsQuickly = try LoadingBenchmark.run(
        rounds: isSmoke ? 1 : 21,
        flags: isSmoke ? 100 : 10_000,
        judgesTime: !isSmoke
    )
    exit(isQuick && loadsQuickly ? 0 : 1)
}
