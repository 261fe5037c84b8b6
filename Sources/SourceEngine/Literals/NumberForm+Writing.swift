import JSONCore

/// Numbers in the style of a literal.
extension NumberForm {
    /// Returns a number in this style; nil if the style cannot express it.
    func text(of value: JSON) -> [UInt8]? {
        guard let decimal = DecimalDigits(value), !decimal.isNegative || !isUnsigned else { return nil }
        let sign = decimal.isNegative ? [UInt8(ascii: "-")] : hasPlus ? [UInt8(ascii: "+")] : []
        let number = prefix.isEmpty ? decimalText(decimal) : basedText(value)
        return number.map { sign + $0 + suffix }
    }

    private var isUnsigned: Bool { suffix.contains { $0 | 0x20 == UInt8(ascii: "u") } }

    /// Whether the suffix means an integer.
    private var isWhole: Bool {
        !suffix.isEmpty && !suffix.contains { [UInt8](arrayLiteral: 0x66, 0x64).contains($0 | 0x20) }
    }

    private func decimalText(_ decimal: DecimalDigits) -> [UInt8]? {
        let places = exponent.map { self.places(for: decimal, $0) } ?? 0
        // A number such as 1e300 is written with an exponent, although the old number has none.
        guard exponent != nil || abs(decimal.exponent) <= 21 else { return nil }
        var (digits, fraction) = decimal.parts(movedBy: -places)
        if isWhole, !fraction.isEmpty { return nil }
        if let old = self.fraction {
            let width = old.last == UInt8(ascii: "0") || old.isEmpty ? old.count : 1
            while fraction.count < width { fraction.append(UInt8(ascii: "0")) }
            if whole.isEmpty, digits == [UInt8(ascii: "0")] { digits = [] }
        }
        let hasPoint = !fraction.isEmpty || self.fraction != nil
        var text = DigitGroups(in: whole[...])?.applied(to: digits) ?? digits
        if hasPoint { text += [UInt8(ascii: ".")] + fraction }
        return text + (exponent?.text(places) ?? [])
    }

    /// The old exponent if it suits the new number; else the one with a single digit before the point.
    private func places(for decimal: DecimalDigits, _ exponent: ExponentForm) -> Int {
        let suits = decimal.digits.isEmpty || (1...4).contains(decimal.exponent - exponent.value)
        return suits ? exponent.value : decimal.exponent - 1
    }

    private func basedText(_ value: JSON) -> [UInt8]? {
        guard case .integer(let number)? = value.wholeNumber else { return nil }
        let isUpper = whole.contains { $0.isAlphanumeric && !$0.isDigit && $0 & 0x20 == 0 }
        let text = String(number.magnitude, radix: NumberForm.base(of: prefix), uppercase: isUpper)
        let width = whole.count(where: \.isAlphanumeric)
        let digits = Array(repeating: UInt8(ascii: "0"), count: max(width - text.utf8.count, 0)) + Array(text.utf8)
        return prefix + (DigitGroups(in: whole[...])?.applied(to: digits) ?? digits)
    }
}

extension JSON {
    /// The number as an integer; nil if it has a fraction or is too large.
    fileprivate var wholeNumber: JSON? {
        switch self {
        case .integer: self
        case .double(let number): Int64(exactly: number).map { .integer($0) }
        case .null, .boolean, .string, .array, .object: nil
        }
    }
}
