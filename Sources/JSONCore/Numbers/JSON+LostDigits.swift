extension JSON {
    /// Returns the first whole number in a checked text that is beyond `Int64` and not the double that is read for it.
    ///
    /// The fewest digits that mean the double decide: `12345678901234567000` is the double 1.2345678901234567e19, but
    /// `12345678901234567890` has digits that this double has not.
    package static func firstNumberWithLostDigits(in text: Span<UInt8>) -> String? {
        var sink = LostDigitsSink()
        var scanner = JSONScanner(depthLimit: deepestLimit)
        guard (try? scanner.scan(text, isWhole: true, sink: &sink)) != nil else { return nil }
        return sink.number
    }
}

/// A sink that keeps the first whole number whose digits a double cannot keep.
private struct LostDigitsSink: JSONSink {
    var number: String?

    mutating func beginArray(at offset: Int) {}
    mutating func endArray(at offset: Int) {}
    mutating func beginObject(at offset: Int) {}
    mutating func endObject(at offset: Int) {}
    mutating func name(_ token: JSONStringToken, in text: Span<UInt8>) {}
    mutating func string(_ token: JSONStringToken, in text: Span<UInt8>) {}
    mutating func literal(_ value: JSONLiteral, at offset: Int) {}

    mutating func number(_ range: Range<Int>, isWhole: Bool, in text: Span<UInt8>) {
        guard number == nil, isWhole, case .double(let double) = JSONNumber.value(range, isWhole: true, in: text)
        else { return }
        let digits = String(bytes: range, in: text)
        if significant(digits) != significant("\(double)") { number = digits }
    }

    /// Returns the digits of a number without its sign, point, exponent and zeros at both ends.
    private func significant(_ number: String) -> Substring {
        var digits = number.prefix { $0 != "e" }.filter { $0.isASCII && $0.isNumber }[...]
        while digits.first == "0" { digits.removeFirst() }
        while digits.last == "0" { digits.removeLast() }
        return digits
    }
}
