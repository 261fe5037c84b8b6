package import JSONCore
import OptionCore

/// A typed time for a key whose numbers have a unit of time: `2s` or `500ms` for a key with the unit `s`.
package enum TimeInUnit {
    /// Returns the number for the key; nil if the text is a plain number or no time, or if the unit is not one of time.
    package static func number(of text: String, in unit: String) -> JSON? {
        guard text.utf8.contains(where: { $0 | 0x20 >= UInt8(ascii: "a") }), let seconds = TimeText.seconds(of: text),
            let length = lengths[unit]
        else { return nil }
        // A sum of decimal fractions can miss the nearest double; rounding to nanoseconds finds it.
        let number = (seconds * 1e9).rounded() / (length * 1e9)
        if let whole = Int64(exactly: number) { return .integer(whole) }
        return .double(number)
    }

    /// The end of a message about a text that is not a number: which times are numbers too; empty for another unit.
    package static func hint(for unit: String) -> String {
        lengths[unit] == nil ? "" : "; a time such as 500ms, 2s, 5min, 1h30min or 1d is also a number of \(unit)"
    }

    /// The seconds of each unit of time; `m` is missing because it can mean meters.
    private static let lengths: [String: Double] = ["ms": 0.001, "s": 1, "min": 60, "h": 3_600, "d": 86_400]
}
