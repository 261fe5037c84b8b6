import OptionCore
import SearchEngine
import SystemCore

/// The options of `tunerctl compare`.
struct CompareOptions {
    var metric: RawText?
    var rounds = 20
    var settle = Duration.zero
    var pid: Int64?
    /// The seed of the order of each round and of the interval; short, because people copy it.
    var seed = UInt64.random(in: 0..<1_000_000)

    static let all: [Option<CompareOptions>] = [
        .path("--metric", "COMMAND", "run COMMAND in a shell; its last line is the measured number") {
            $0.metric = RawText(path: $1)
        },
        .whole("--rounds", "N", from: Int64(Comparison.leastValues), "measure A and B N times each") {
            $0.rounds = Int(clamping: $1)
        }.withDefault("20"),
        .duration("--settle", "wait TIME before each measurement", most: 86_400) { $0.settle = .seconds($1) },
        .whole("--pid", "PID", from: 1, "move the running program PID between the two worlds") { $0.pid = $1 },
        .whole("--seed", "N", from: 0, "use the random seed N; without it, a seed is chosen and printed") {
            $0.seed = UInt64($1)
        },
    ]
}
