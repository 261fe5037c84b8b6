import OptionCore
import TunerAPI

/// The options of `sync`.
struct SyncOptions {
    static var all: [Option<SyncOptions>] {
        [
            .match(\.match), Option("--once", "make both equal once, and exit") { $0.isOnce = true },
            Option("--pull", "change only the file") { $0.direction = .pull },
            Option("--push", "change only the daemon") { $0.direction = .push },
            Option("--nested", "write nested objects: {\"ui\": {\"scale\": 2}} for ui.scale") { $0.isNested = true },
        ]
    }

    var match: PatternList?
    var isOnce = false
    var direction = SyncMerge.Direction.both
    var isNested = false
}
