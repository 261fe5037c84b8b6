/// The separators between the digits of a literal: `_` in `1_000_000`.
struct DigitGroups: Sendable {
    private let separator: UInt8
    /// The number of digits in a group, counted from the right.
    private let size: Int

    /// Finds the separator in digits; nil if there is none.
    init?(in digits: ArraySlice<UInt8>) {
        guard let last = digits.lastIndex(where: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "'") }) else {
            return nil
        }
        separator = digits[last]
        size = digits.endIndex - last - 1
    }

    /// Returns the digits in groups; a number with at most one group has no separator.
    func applied(to digits: [UInt8]) -> [UInt8] {
        guard size > 0 else { return digits }
        var grouped: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % size == 0 { grouped.append(separator) }
            grouped.append(digit)
        }
        return grouped
    }
}
