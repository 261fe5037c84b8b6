import OptionCore
import TunerAPI

/// The options of `sync`.
struct SyncOptions {
    static var all: [Option<SyncOptions>] {
        [
            .match(\.match), Option("--once", "makes them equal once, and ends") { $0.isOnce = true },
            Option("--pull", "changes the file only") { $0.direction = .pull },
            Option("--push", "changes the daemon only") { $0.direction = .push },
            Option("--nested", "has objects in the file for the words of a key before its last") { $0.isNested = true },
        ]
    }

    var match: PatternList?
    var isOnce = false
    var direction = SyncMerge.Direction.both
    var isNested = false
}
