internal import JSONCore

/// A cursor that reads a line of fixed spelling, word by word.
struct LineCursor {
    private(set) var position: Int

    /// Moves past the word and returns true, or returns false if the text does not continue with it.
    mutating func consume(_ word: StaticString, in text: Span<UInt8>) -> Bool {
        let count = word.utf8CodeUnitCount
        guard text.count - position >= count else { return false }
        var isSame = true
        for index in 0..<count where unsafe text[position &+ index] != word.utf8Start[index] {
            isSame = false
            break
        }
        if isSame { position += count }
        return isSame
    }

    /// Reads a decimal number without sign and leading zeros; returns nil if there is none or if it overflows.
    mutating func readNumber(in text: Span<UInt8>) -> Int? {
        let start = position
        var number = 0
        while position < text.count, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
            guard number > 0 || position == start else { return nil }
            let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(Int(digit))
            guard !overflow, !carry else { return nil }
            number = sum
            position += 1
        }
        return position > start ? number : nil
    }

    /// Reads the checksum up to the end of the line; returns nil if the line does not continue with one.
    mutating func readSeal(in text: Span<UInt8>) -> UInt32? {
        guard consume(StoreFormat.seal, in: text), text.count - position >= StoreFormat.checksumDigits else {
            return nil
        }
        var value: UInt32 = 0
        for _ in 0..<StoreFormat.checksumDigits {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
            position += 1
        }
        return consume(StoreFormat.end, in: text) ? value : nil
    }
}
