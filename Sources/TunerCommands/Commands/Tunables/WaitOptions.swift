import ConsoleCore
import OptionCore

/// The condition in the options of `wait`; a value to wait for is an argument instead.
struct WaitOptions {
    static var all: [Option<WaitOptions>] {
        [
            .string(\.isString), bound("--above", "wait until the value is greater than N", \.above),
            bound("--below", "wait until the value is less than N", \.below),
            Option("--changed", "wait until the value changes") { $0.waitsForChange = true },
        ]
    }

    var isString = false
    var above: WaitCondition.Bound?
    var below: WaitCondition.Bound?
    var waitsForChange = false

    /// Returns an option with a number, or with a time for a key that has a unit of time.
    private static func bound(
        _ name: String,
        _ summary: String,
        _ field: any WritableKeyPath<WaitOptions, WaitCondition.Bound?> & Sendable
    ) -> Option<WaitOptions> {
        .parsed(name, "N", "a number", summary, WaitCondition.Bound.init(_:)) { $0[keyPath: field] = $1 }
    }
}
