/// The style of the exponent of a number in a source text.
struct ExponentForm: Sendable {
    let letter: UInt8
    let hasPlus: Bool
    /// The number of digits, with zeros at the beginning.
    let width: Int
    let value: Int

    /// Reads an exponent; nil, and nothing read, if there is none.
    init?(_ rest: inout ArraySlice<UInt8>) {
        guard let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else { return nil }
        var tail = rest.dropFirst()
        let sign = tail.first
        let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
        if isSigned { tail.removeFirst() }
        let digits = tail.take(while: \.isDigit)
        guard let value = Int(String(decoding: digits, as: UTF8.self)), value < 1_000 else { return nil }
        rest = tail
        self.letter = letter
        self.value = sign == UInt8(ascii: "-") ? -value : value
        hasPlus = sign == UInt8(ascii: "+")
        width = digits.count
    }

    func text(_ value: Int) -> [UInt8] {
        let digits = Array("\(value.magnitude)".utf8)
        let sign = value < 0 ? [UInt8(ascii: "-")] : hasPlus ? [UInt8(ascii: "+")] : []
        return [letter] + sign + Array(repeating: UInt8(ascii: "0"), count: max(width - digits.count, 0)) + digits
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the first bytes that meet a condition.
    mutating func take(while isTaken: (UInt8) -> Bool) -> [UInt8] {
        let end = firstIndex { !isTaken($0) } ?? endIndex
        defer { self = self[end...] }
        return Array(self[..<end])
    }
}
