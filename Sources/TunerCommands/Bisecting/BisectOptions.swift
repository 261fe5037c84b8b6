import OptionCore

/// The options of `tunerctl bisect`.
struct BisectOptions {
    var good: String?
    var bad: String?

    static var all: [Option<BisectOptions>] {
        [
            .text("--good", "REVISION", "the command succeeds at REVISION") { $0.good = $1 },
            .text("--bad", "REVISION", "the command fails at REVISION; by default the last one") { $0.bad = $1 },
        ]
    }
}
