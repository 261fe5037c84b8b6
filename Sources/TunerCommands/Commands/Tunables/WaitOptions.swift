import JSONCore
import OptionCore

/// The condition in the options of `wait`; a value to wait for is an argument instead.
struct WaitOptions {
    static var all: [Option<WaitOptions>] {
        [
            .string(\.isString), .number("--above", "N", "until the value is more than that") { $0.above = $1 },
            .number("--below", "N", "until the value is less than that") { $0.below = $1 },
            Option("--changed", "until the value changes") { $0.waitsForChange = true },
        ]
    }

    var isString = false
    var above: JSON?
    var below: JSON?
    var waitsForChange = false
}
