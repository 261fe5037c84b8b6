import OptionCore

/// The options of `tunerctl record`.
struct RecordOptions {
    /// The seconds after which the recording ends; nil for a signal.
    var duration: Double?
    var replaces = false

    static var all: [Option<RecordOptions>] {
        [
            .duration("--for", "end after TIME", most: 1e9) { $0.duration = $1 },
            Option("--force", "replace FILE if it exists") { $0.replaces = true },
        ]
    }
}
