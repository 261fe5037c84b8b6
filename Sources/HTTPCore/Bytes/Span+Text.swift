extension Span<UInt8> {
    /// Returns whether the bytes equal those of another span.
    package func hasBytes(of other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var position = 0
        while position &+ 8 <= count {
            guard ByteWords.word(at: position, in: self) == ByteWords.word(at: position, in: other) else {
                return false
            }
            position &+= 8
        }
        while position < count {
            guard self[position] == other[position] else { return false }
            position &+= 1
        }
        return true
    }

    /// Returns the range without the spaces and tabs at its ends.
    @inline(__always)
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(at: start) {
            start += 1
        }
        while start < end, isBlank(at: end - 1) {
            end -= 1
        }
        return start..<end
    }

    /// Whether the byte at an offset is a space or a tab.
    @inline(__always)
    func isBlank(at offset: Int) -> Bool {
        self[offset] == UInt8(ascii: " ") || self[offset] == UInt8(ascii: "\t")
    }

    /// Returns whether the bytes of a range equal a constant of small letters, digits and hyphens, but for the case of
    /// letters.
    package func equals(_ word: StaticString, ignoringCaseIn range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount, range.lowerBound >= 0, range.upperBound <= count else {
            return false
        }
        for offset in 0..<range.count {
            let byte = self[range.lowerBound + offset]
            let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard unsafe (isUpperCase ? byte | 0x20 : byte) == word.utf8Start[offset] else { return false }
        }
        return true
    }

    /// Reads the digits of a range as a number: nil if another character is there or none, `Int.max` if it is larger.
    func decimal(in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var number = 0
        for offset in range {
            let digit = self[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (product, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, stillOverflows) = product.addingReportingOverflow(Int(digit))
            number = overflows || stillOverflows || number == .max ? .max : sum
        }
        return number
    }

    /// Returns the value of a hexadecimal digit; nil for another byte.
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
