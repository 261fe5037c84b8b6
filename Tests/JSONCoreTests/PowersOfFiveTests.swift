import Testing

@testable import JSONCore

/// Tests that compare the table with powers that are computed bit by bit.
@Suite struct PowersOfFiveTests {
    @Test func `the table has a row for each exponent`() {
        #expect(PowersOfFive.table.count == PowersOfFive.exponents.count)
    }

    @Test(
        arguments: Array(-70...70) + Array(stride(from: -342, to: -70, by: 17))
            + Array(stride(from: 308, to: 70, by: -17))
    )
    func `each row holds the first 128 bits`(exponent: Int) {
        let row = PowersOfFive.table[exponent - PowersOfFive.exponents.lowerBound]
        let power = BigNumber.power(of: 5, abs(exponent))
        var expected = exponent < 0 ? power.reciprocal : power.top
        if (-27..<0).contains(exponent) {
            expected += 1
        }
        #expect(UInt128(row.high) << 64 | UInt128(row.low) == expected)
    }
}

/// A large integer as its bits, the lowest first.
private struct BigNumber {
    private var bits: [Bool]

    static func power(of base: Int, _ exponent: Int) -> BigNumber {
        var digits = [1]
        for _ in 0..<exponent {
            var carry = 0
            for digit in digits.indices {
                let product = digits[digit] * base + carry
                digits[digit] = product & 1
                carry = product >> 1
            }
            while carry > 0 {
                digits.append(carry & 1)
                carry >>= 1
            }
        }
        return BigNumber(bits: digits.map { $0 == 1 })
    }

    /// The first 128 bits, truncated.
    var top: UInt128 {
        (0..<128).reduce(0) { result, digit in
            let digit = bits.count - 1 - digit
            return result << 1 | (digit >= 0 && bits[digit] ? 1 : 0)
        }
    }

    /// The first 128 bits of the reciprocal, truncated.
    var reciprocal: UInt128 {
        var remainder = BigNumber(bits: [Bool](repeating: false, count: bits.count - 1) + [true])
        var quotient: UInt128 = 0
        for _ in 0..<128 {
            remainder.bits.insert(false, at: 0)
            quotient <<= 1
            if remainder.subtract(self) {
                quotient |= 1
            }
        }
        return quotient
    }

    /// Subtracts `other`; returns `false` and changes nothing if `other` is larger.
    private mutating func subtract(_ other: BigNumber) -> Bool {
        var difference: [Bool] = []
        var borrow = 0
        for digit in 0..<max(bits.count, other.bits.count) {
            let left = digit < bits.count && bits[digit] ? 1 : 0
            let right = digit < other.bits.count && other.bits[digit] ? 1 : 0
            let digit = left - right - borrow
            difference.append(digit & 1 == 1)
            borrow = digit < 0 ? 1 : 0
        }
        guard borrow == 0 else { return false }
        bits = difference
        return true
    }
}
