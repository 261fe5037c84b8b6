import JSONCore

/// JavaScript's conversions between numbers and text.
enum NumberText {
    /// Returns the number that a whole text represents, as `Number` does.
    ///
    /// White space around the number is ignored. The result is 0 for an empty text and NaN if the text is not a number.
    static func whole(_ text: String) -> Double {
        let bytes = text.utf8.span
        if let small = digits(bytes) {
            return small
        }
        let body = JavaScriptSpace.trimmed(text)
        let span = body.utf8.span
        guard !span.isEmpty else { return 0 }
        if span.count > 2, span[0] == UInt8(ascii: "0"), let radix = radix(span[1]) {
            return inRadix(radix, span.extracting(2..<span.count))
        }
        guard let end = decimalEnd(span), end == span.count else { return .nan }
        return decimal(body)
    }

    /// Returns the longest number at the beginning of a text, as `parseFloat` does; NaN if there is none.
    static func beginning(_ text: String) -> Double {
        if let small = digits(text.utf8.span) {
            return small
        }
        let body = JavaScriptSpace.trimmed(text)
        guard let end = decimalEnd(body.utf8.span) else { return .nan }
        return decimal(String(Substring(body.utf8.prefix(end))))
    }

    /// Returns the number for a text of 1 to 15 digits, which is the most frequent case; nil for other texts.
    private static func digits(_ bytes: Span<UInt8>) -> Double? {
        guard !bytes.isEmpty, bytes.count <= 15 else { return nil }
        var number: Int64 = 0
        for offset in 0..<bytes.count {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int64(digit)
        }
        return Double(number)
    }

    private static func radix(_ letter: UInt8) -> Double? {
        switch letter | 0x20 {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    private static func inRadix(_ radix: Double, _ digits: Span<UInt8>) -> Double {
        var number = 0.0
        for offset in 0..<digits.count {
            let byte = digits[offset]
            let letter = (byte | 0x20) &- UInt8(ascii: "a")
            let digit = letter < 26 ? letter + 10 : byte &- UInt8(ascii: "0")
            guard letter < 26 || digit < 10, Double(digit) < radix else { return .nan }
            number = number * radix + Double(digit)
        }
        return number
    }

    /// Returns the end of the decimal number at the beginning of a text, or nil if there is none.
    ///
    /// The number is `Infinity`, or digits with an optional sign, fraction and exponent.
    private static func decimalEnd(_ text: Span<UInt8>) -> Int? {
        var offset = 0
        if !text.isEmpty, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") {
            offset = 1
        }
        let infinity: StaticString = "Infinity"
        if text.count >= offset + 8, infinity.hasBytes(text.extracting(offset..<offset + 8)) {
            return offset + 8
        }
        let start = offset
        skipDigits(&offset, text)
        var count = offset - start
        if offset < text.count, text[offset] == UInt8(ascii: ".") {
            var end = offset + 1
            skipDigits(&end, text)
            count += end - offset - 1
            // A point alone is not a number, but a point after digits is part of one.
            offset = count > 0 ? end : offset
        }
        guard count > 0 else { return nil }
        var end = offset
        if end < text.count, text[end] | 0x20 == UInt8(ascii: "e") {
            end += 1
            if end < text.count, text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-") {
                end += 1
            }
            let first = end
            skipDigits(&end, text)
            offset = end > first ? end : offset
        }
        return offset
    }

    private static func skipDigits(_ offset: inout Int, _ text: Span<UInt8>) {
        while offset < text.count, text[offset] &- UInt8(ascii: "0") < 10 {
            offset += 1
        }
    }

    private static func decimal(_ text: String) -> Double { Double(text) ?? .nan }
}
