/// The first 128 bits of the powers of five, each shifted so that its top bit is set.
///
/// The table is computed at its first use. All entries are truncated, except those from -27 to -1, which are rounded
/// up. With these, the product of digits and reciprocal shows whether the quotient is exact. `PowersOfFiveTests` checks
/// rows against another computation.
enum PowersOfFive {
    /// The exponents for which a number of up to 19 digits can be a finite double other than 0.
    static let exponents = -342...308

    static let table: [(high: UInt64, low: UInt64)] = {
        var rows: [(high: UInt64, low: UInt64)] = []
        // Divides a power of two by five repeatedly. What a step truncates does not change the bits of later rows.
        var words = [UInt64](repeating: 0, count: 15) + [1]
        for exponent in 1 ... -exponents.lowerBound {
            divideByFive(&words)
            rows.append(top(of: words, plus: exponent <= 27 ? 1 : 0))
        }
        rows.reverse()
        words = [1]
        for _ in 0...exponents.upperBound {
            rows.append(top(of: words, plus: 0))
            multiplyByFive(&words)
        }
        return rows
    }()

    // A large integer is an array of words, the lowest first.

    private static func divideByFive(_ words: inout [UInt64]) {
        var remainder: UInt64 = 0
        for index in words.indices.reversed() {
            (words[index], remainder) = UInt64(5).dividingFullWidth((remainder, words[index]))
        }
        while words.last == 0 { words.removeLast() }
    }

    private static func multiplyByFive(_ words: inout [UInt64]) {
        var carry: UInt64 = 0
        for index in words.indices {
            let product = words[index].multipliedFullWidth(by: 5)
            let (sum, overflow) = product.low.addingReportingOverflow(carry)
            words[index] = sum
            carry = product.high + (overflow ? 1 : 0)
        }
        if carry > 0 { words.append(carry) }
    }

    private static func top(of words: [UInt64], plus: UInt64) -> (high: UInt64, low: UInt64) {
        let word = { (index: Int) in index < words.count ? words[words.count - 1 - index] : 0 }
        let shift = word(0).leadingZeroBitCount
        let high = word(0) << shift | word(1) >> (64 - shift)
        let (low, overflow) = (word(1) << shift | word(2) >> (64 - shift)).addingReportingOverflow(plus)
        return (high + (overflow ? 1 : 0), low)
    }
}
