/// A number as its first 19 significant digits and a power of ten.
struct Decimal {
    private let isNegative: Bool
    private let digits: UInt64
    /// Whether digits other than 0 were dropped.
    private let exponent: Int
    private let isCut: Bool

    init(_ range: Range<Int>, in text: Span<UInt8>) {
        var position = range.lowerBound
        isNegative = text[position] == UInt8(ascii: "-")
        if isNegative {
            position += 1
        }
        var digits: UInt64 = 0
        var kept = 0
        var exponent = 0
        var isCut = false
        var isFraction = false
        while position < range.upperBound {
            let byte = text[position]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                if kept < 19 {
                    digits = digits &* 10 &+ UInt64(digit)
                    kept += digits > 0 ? 1 : 0
                    exponent -= isFraction ? 1 : 0
                } else {
                    isCut = isCut || digit > 0
                    exponent += isFraction ? 0 : 1
                }
            } else if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                exponent += Decimal.writtenExponent(position + 1..<range.upperBound, in: text)
                break
            }
            position += 1
        }
        self.digits = digits
        self.exponent = exponent
        self.isCut = isCut
    }

    /// Returns the exponent that follows an `e`, clamped far outside the range of a double.
    private static func writtenExponent(_ range: Range<Int>, in text: Span<UInt8>) -> Int {
        var magnitude = 0
        for position in range where text[position] &- UInt8(ascii: "0") < 10 {
            magnitude = min(magnitude * 10 + Int(text[position] - UInt8(ascii: "0")), 1 << 40)
        }
        return text[range.lowerBound] == UInt8(ascii: "-") ? -magnitude : magnitude
    }

    /// The exact double, for few digits and a small exponent; nil for other numbers.
    ///
    /// One multiplication or division of two exactly represented doubles rounds correctly.
    var exactDouble: Double? {
        guard !isCut else { return nil }
        if digits == 0 {
            return signed(0)
        }
        guard digits <= 1 << 53, (-22...22).contains(exponent) else { return nil }
        let power = Decimal.exactPowersOfTen[abs(exponent)]
        return signed(exponent < 0 ? Double(digits) / power : Double(digits) * power)
    }

    /// The nearest double, which is infinite if the number is out of range; nil in rare undecided cases.
    ///
    /// If digits were dropped, the number is between `digits` and `digits + 1`. Where both give the same double, the
    /// dropped digits do not matter.
    var nearestDouble: Double? {
        guard let nearest = nearestDouble(to: digits), !isCut || nearestDouble(to: digits + 1) == nearest else {
            return nil
        }
        return signed(nearest)
    }

    /// Returns the nearest double by Daniel Lemire's method; nil if the method cannot decide the rounding.
    ///
    /// The method is described in "Number Parsing at a Gigabyte per Second" (2021). It multiplies the digits by the
    /// first 128 bits of a power of five.
    private func nearestDouble(to digits: UInt64) -> Double? {
        guard exponent >= PowersOfFive.exponents.lowerBound else { return 0 }
        guard exponent <= PowersOfFive.exponents.upperBound else { return .infinity }
        let shift = digits.leadingZeroBitCount
        let scaled = digits << UInt64(shift)
        let power = PowersOfFive.table[exponent - PowersOfFive.exponents.lowerBound]
        var product = scaled.multipliedFullWidth(by: power.high)
        if product.high & 0x1FF == 0x1FF {
            let correction = scaled.multipliedFullWidth(by: power.low)
            let (low, carry) = product.low.addingReportingOverflow(correction.high)
            product = (product.high &+ (carry ? 1 : 0), low)
        }
        if product.low == .max, !(-27...55).contains(exponent) {
            return nil
        }
        let top = product.high >> 63
        var mantissa = product.high >> (top + 9)
        var binary = ((152_170 + 65_536) * exponent) >> 16 + 63 + 1_023 + Int(top) - shift
        guard binary > 0 else {
            // A subnormal number has fewer bits in its mantissa.
            mantissa >>= UInt64(1 - binary)
            return Double(bitPattern: (mantissa + mantissa & 1) >> 1)
        }
        let isTie = product.low <= 1 && (-4...23).contains(exponent) && mantissa & 3 == 1
        if isTie, mantissa << (top + 9) == product.high {
            mantissa &= ~1
        }
        mantissa = (mantissa + mantissa & 1) >> 1
        if mantissa >= 1 << 53 {
            mantissa = 1 << 52
            binary += 1
        }
        guard binary < 0x7FF else { return .infinity }
        return Double(bitPattern: UInt64(binary) << 52 | mantissa & (1 << 52 - 1))
    }

    private func signed(_ magnitude: Double) -> Double {
        isNegative ? -magnitude : magnitude
    }

    private static let exactPowersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
