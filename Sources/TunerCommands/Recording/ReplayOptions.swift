import OptionCore

/// The options of `tunerctl replay`.
struct ReplayOptions {
    var speed = ReplaySpeed.times(1)
    var isInWorld = false
    var isStrict = false

    static var all: [Option<ReplayOptions>] {
        [
            .parsed(
                "--speed",
                "N",
                ReplaySpeed.expectation,
                "replay N times as fast; max leaves out the pauses",
                ReplaySpeed.init
            ) { $0.speed = $1 }.withDefault("1"),
            Option("--world", "replay in a new world, and print its ID") { $0.isInWorld = true },
            Option("--strict", "end at the first commit that is refused") { $0.isStrict = true },
        ]
    }
}
