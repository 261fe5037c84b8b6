import JSONCore

/// A number as `0.DIGITS` times a power of ten, with the shortest digits that give the same value.
struct DecimalDigits {
    let isNegative: Bool
    /// The digits as ASCII, without zeros at the ends; empty for 0.
    let digits: [UInt8]
    let exponent: Int

    /// Returns nil for a value that is not a number.
    init?(_ value: JSON) {
        guard value.kind == .number, let text = try? value.written() else { return nil }
        var digits: [UInt8] = []
        var (point, exponent): (Int?, Int) = (nil, 0)
        var rest = Array(text.utf8)[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        while let byte = rest.popFirst() {
            if byte.isDigit {
                digits.append(byte)
            } else if byte == UInt8(ascii: ".") {
                point = digits.count
            } else {
                exponent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
                break
            }
        }
        exponent += point ?? digits.count
        while digits.first == UInt8(ascii: "0") {
            digits.removeFirst()
            exponent -= 1
        }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        self.digits = digits
        self.exponent = digits.isEmpty ? 1 : exponent
    }

    /// Returns the digits before and after a decimal point that is moved to the right by some places.
    func parts(movedBy places: Int = 0) -> (whole: [UInt8], fraction: [UInt8]) {
        let point = exponent + places
        let zero = UInt8(ascii: "0")
        guard !digits.isEmpty else { return ([zero], []) }
        guard point > 0 else { return ([zero], Array(repeating: zero, count: -point) + digits) }
        guard point < digits.count else {
            return (digits + Array(repeating: zero, count: point - digits.count), [])
        }
        return (Array(digits[..<point]), Array(digits[point...]))
    }
}
