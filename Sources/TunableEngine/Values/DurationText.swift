/// The grammar of ISO 8601 durations.
///
/// A duration is `P`, years to days, then `T` and hours to seconds; or `P` and weeks alone. Each unit occurs at most
/// once, in this order, and there is at least one. Only the last one may have a fraction.
enum DurationText {
    static func isDuration(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 3, text[0] == UInt8(ascii: "P") else { return false }
        var offset = 1
        if let weeks = part(at: &offset, in: text), weeks.unit == UInt8(ascii: "W") {
            return offset == text.count
        }
        offset = 1
        var last = parts("YMD", at: &offset, in: text)
        if offset < text.count, text[offset] == UInt8(ascii: "T") {
            guard last != .fraction else { return false }
            offset += 1
            last = parts("HMS", at: &offset, in: text)
            guard last != .none else { return false }
        }
        return last != .none && offset == text.count
    }

    private enum Parts {
        case none
        case whole
        case fraction
    }

    /// Skips parts whose units are in this order, and returns how the last one was written.
    private static func parts(_ units: StaticString, at offset: inout Int, in text: Span<UInt8>) -> Parts {
        var last = Parts.none
        var next = 0
        while last != .fraction {
            var end = offset
            guard let part = part(at: &end, in: text), let unit = position(of: part.unit, in: units, from: next) else {
                break
            }
            offset = end
            next = unit + 1
            last = part.hasFraction ? .fraction : .whole
        }
        return last
    }

    private static func position(of unit: UInt8, in units: StaticString, from first: Int) -> Int? {
        units.withUTF8Buffer { units in
            for offset in first..<max(first, units.count) where unsafe units[offset] == unit {
                return offset
            }
            return nil
        }
    }

    /// Reads digits, an optional fraction after a point or a comma, and a letter.
    private static func part(at offset: inout Int, in text: Span<UInt8>) -> (unit: UInt8, hasFraction: Bool)? {
        guard digits(at: &offset, in: text), offset < text.count else { return nil }
        var hasFraction = false
        if text[offset] == UInt8(ascii: ".") || text[offset] == UInt8(ascii: ",") {
            hasFraction = true
            offset += 1
            guard digits(at: &offset, in: text), offset < text.count else { return nil }
        }
        offset += 1
        return (text[offset - 1], hasFraction)
    }

    private static func digits(at offset: inout Int, in text: Span<UInt8>) -> Bool {
        let start = offset
        while offset < text.count, text[offset] &- UInt8(ascii: "0") < 10 {
            offset += 1
        }
        return offset > start
    }
}
