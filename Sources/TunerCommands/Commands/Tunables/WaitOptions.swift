import JSONCore
import OptionCore

/// The condition in the options of `wait`; a value to wait for is an argument instead.
struct WaitOptions {
    static var all: [Option<WaitOptions>] {
        [
            .string(\.isString), .number("--above", "N", "wait until the value is greater than N") { $0.above = $1 },
            .number("--below", "N", "wait until the value is less than N") { $0.below = $1 },
            Option("--changed", "wait until the value changes") { $0.waitsForChange = true },
        ]
    }

    var isString = false
    var above: JSON?
    var below: JSON?
    var waitsForChange = false
}
