import JSONCore

/// The style of a number in a source text.
struct NumberForm: Sendable {
    /// The spelling of the base before the digits: `0x`; empty for a decimal number.
    let prefix: [UInt8]
    let hasPlus: Bool
    /// The digits of the whole part, with their separators.
    let whole: [UInt8]
    /// The digits after the decimal point; nil if there is no point.
    let fraction: [UInt8]?
    let exponent: ExponentForm?
    /// The letters after the number: `f` in `1.5f`.
    let suffix: [UInt8]

    static func read(
        _ range: Range<Int>,
        in text: Span<UInt8>,
        _ language: SourceLanguage
    ) throws(LiteralFault) -> (NumberForm, JSON) {
        var rest = text.extracting(range).array[...]
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
        let form = NumberForm(&rest, hasPlus: sign == UInt8(ascii: "+"), language)
        guard rest.isEmpty, let value = form.value(isNegative: sign == UInt8(ascii: "-")), form.isAllowed(in: language)
        else { throw .notLiteral }
        return (form, value)
    }

    private init(_ rest: inout ArraySlice<UInt8>, hasPlus: Bool, _ language: SourceLanguage) {
        self.hasPlus = hasPlus
        let letter = rest.dropFirst().first.map { $0 | 0x20 }
        let isBased = rest.first == UInt8(ascii: "0") && [UInt8](arrayLiteral: 0x78, 0x62, 0x6F).contains(letter ?? 0)
        prefix = isBased ? Array(rest.prefix(2)) : []
        rest = rest.dropFirst(prefix.count)
        let base = NumberForm.base(of: prefix)
        whole = rest.take { $0.digit < base || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "'") }
        var fraction: [UInt8]?
        if !isBased, rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.take { $0.isDigit || $0 == UInt8(ascii: "_") }
        }
        self.fraction = fraction
        exponent = isBased ? nil : ExponentForm(&rest)
        let isSuffix = language == .c || language == .javaScript && rest.elementsEqual([UInt8(ascii: "n")])
        suffix = isSuffix && rest.first.map { !$0.isDigit } ?? false ? rest.take(while: \.isIdentifierPart) : []
    }

    private func isAllowed(in language: SourceLanguage) -> Bool {
        let digits = whole.filter(\.isAlphanumeric)
        let isPlain = !hasPlus && prefix.isEmpty && digits.count == whole.count && !digits.isEmpty && fraction != []
        let isGrouped = digits.count != whole.count
        let isOctal = prefix.isEmpty && fraction == nil && digits.count > 1 && digits[0] == UInt8(ascii: "0")
        guard !isOctal, !digits.isEmpty || fraction?.isEmpty == false, whole.first?.isAlphanumeric ?? true,
            whole.last?.isAlphanumeric ?? true, fraction?.allSatisfy(\.isDigit) ?? true
        else { return false }
        // Elsewhere, this separator of C++ begins a string.
        if language != .c, whole.contains(UInt8(ascii: "'")) { return false }
        switch language {
        case .json, .shell: return isPlain
        case .yaml, .lua: return !isGrouped
        case .swift, .c, .dart, .javaScript, .python, .ruby, .other: return true
        }
    }

    /// Returns the value; nil if it does not fit a number of JSON.
    private func value(isNegative: Bool) -> JSON? {
        let digits = whole.filter(\.isAlphanumeric)
        guard prefix.isEmpty else {
            let text = String(decoding: (isNegative ? [UInt8(ascii: "-")] : []) + digits, as: UTF8.self)
            return Int64(text, radix: NumberForm.base(of: prefix)).map { .integer($0) }
        }
        var text = isNegative ? "-" : ""
        text += digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self)
        if let fraction { text += "." + (fraction.isEmpty ? "0" : String(decoding: fraction, as: UTF8.self)) }
        if let exponent { text += "e\(exponent.value)" }
        return try? JSON.parse(text.utf8.span)
    }

    static func base(of prefix: [UInt8]) -> Int {
        switch prefix.last.map({ $0 | 0x20 }) {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: 10
        }
    }
}

extension UInt8 {
    var isAlphanumeric: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// The value of a digit of a base up to 16; 255 for another byte.
    fileprivate var digit: UInt8 {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : 255
    }
}
