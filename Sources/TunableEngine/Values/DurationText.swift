/// The grammar of ISO 8601 durations.
///
/// A duration is `P`, years to days, then `T` and hours to seconds; or `P` and weeks alone. Each unit occurs at most
/// once, in this order, and there is at least one. Only the last one may have a fraction.
enum DurationText {
    static func isDuration(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 3, text[0] == UInt8(ascii: "P") else { return false }
        var place = 1
        if let weeks = part(at: &place, in: text), weeks.unit == UInt8(ascii: "W") {
            return place == text.count
        }
        place = 1
        var last = parts("YMD", at: &place, in: text)
        if place < text.count, text[place] == UInt8(ascii: "T") {
            guard last != .fraction else { return false }
            place += 1
            last = parts("HMS", at: &place, in: text)
            guard last != .none else { return false }
        }
        return last != .none && place == text.count
    }

    private enum Parts {
        case none
        case whole
        case fraction
    }

    /// Skips parts whose units are in this order, and returns how the last one was written.
    private static func parts(_ units: StaticString, at place: inout Int, in text: Span<UInt8>) -> Parts {
        var last = Parts.none
        var next = 0
        while last != .fraction {
            var end = place
            guard let part = part(at: &end, in: text), let unit = position(of: part.unit, in: units, from: next) else {
                break
            }
            place = end
            next = unit + 1
            last = part.hasFraction ? .fraction : .whole
        }
        return last
    }

    private static func position(of unit: UInt8, in units: StaticString, from first: Int) -> Int? {
        units.withUTF8Buffer { units in
            for place in first..<max(first, units.count) where unsafe units[place] == unit {
                return place
            }
            return nil
        }
    }

    /// Reads digits, an optional fraction after a point or a comma, and a letter.
    private static func part(at place: inout Int, in text: Span<UInt8>) -> (unit: UInt8, hasFraction: Bool)? {
        guard digits(at: &place, in: text), place < text.count else { return nil }
        var hasFraction = false
        if text[place] == UInt8(ascii: ".") || text[place] == UInt8(ascii: ",") {
            hasFraction = true
            place += 1
            guard digits(at: &place, in: text), place < text.count else { return nil }
        }
        place += 1
        return (text[place - 1], hasFraction)
    }

    private static func digits(at place: inout Int, in text: Span<UInt8>) -> Bool {
        let start = place
        while place < text.count, text[place] &- UInt8(ascii: "0") < 10 {
            place += 1
        }
        return place > start
    }
}
