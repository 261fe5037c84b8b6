import OptionCore
import SystemCore

/// The options of `tunerctl sweep`.
struct SweepOptions: SearchSettings {
    var search = SearchOptions()
    var metric: RawText?
    var steps = 5
    var repeats = 1

    static var all: [Option<SweepOptions>] {
        [
            .path("--metric", "COMMAND", "run COMMAND in a shell; its last line is the measured number") {
                $0.metric = RawText(path: $1)
            },
            .whole("--steps", "N", from: 2, "measure at most N values of each number") {
                $0.steps = Int(clamping: $1)
            }.withDefault("5"),
            .whole("--repeat", "N", from: 1, "measure each point N times") { $0.repeats = Int(clamping: $1) }
                .withDefault("1"),
        ] + Option.searchOptions
    }
}
