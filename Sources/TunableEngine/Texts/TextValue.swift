package import JSONCore

/// The conversion of text that a person typed to a value.
package enum TextValue {
    /// Returns the value for a declared key; the caller must check it against the spec.
    ///
    /// A string needs no quotes; an array or an object is written as JSON.
    package static func value(of text: String, as type: TunableType) throws(TextFault) -> JSON {
        switch type {
        case .boolean:
            guard let boolean = boolean(text) else { throw .boolean }
            return .boolean(boolean)
        case .integer, .number:
            if let fault = unkeepable(text) { throw fault }
            guard let value = number(text) else { throw .number(type) }
            return value
        case .string:
            return .string(text)
        case .array, .object:
            if let fault = unkeepable(text) { throw fault }
            let value: JSON
            do {
                value = try JSON.parse(text)
            } catch {
                throw .json(type, error)
            }
            guard type.includes(value) else { throw .kind(type, value.kind) }
            return value
        }
    }

    /// Returns the value for a free key of a kind.
    package static func value(of text: String, as kind: FreeKind) throws(TextFault) -> JSON {
        try value(of: text, as: kind.type)
    }

    /// Returns the fault of a text that is JSON, except for a number that no value can keep; nil for any other text.
    package static func unkeepable(_ text: String) -> TextFault? {
        // Most texts have no such number: they begin otherwise, or have neither an exponent nor many digits.
        guard let first = text.utf8.first(where: { $0 > 0x20 }), "+-.0123456789[{".utf8.contains(first),
            text.utf8.count > 18 || text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
        else { return nil }
        let spelled = looseSpelling(text) ?? text
        do {
            _ = try JSON.check(spelled.utf8.span)
        } catch {
            guard error.reason == .numberOutOfRange, isJSON(spelled, exceptFrom: error.offset) else { return nil }
            return .beyondDouble
        }
        return JSON.firstNumberWithLostDigits(in: spelled.utf8.span).map { .lostDigits($0) }
    }

    /// Returns whether a text is JSON if the numbers from an offset on may be beyond the range of a double.
    private static func isJSON(_ text: String, exceptFrom offset: Int) -> Bool {
        var (text, offset) = (text, offset)
        while true {
            let start = text.utf8.index(text.startIndex, offsetBy: offset)
            let end = text[start...].firstIndex { !"+-.0123456789eE".contains($0) } ?? text.endIndex
            text.replaceSubrange(start..<end, with: "0")
            do {
                _ = try JSON.check(text.utf8.span)
                return true
            } catch {
                guard error.reason == .numberOutOfRange else { return false }
                offset = error.offset
            }
        }
    }

    /// Returns the value for an unknown key: the parsed JSON if the text is JSON or a number, otherwise the text as a
    /// string.
    ///
    /// A text with a number that no value can keep is a string too; ``unkeepable(_:)`` returns the reason.
    package static func value(of text: String) -> JSON {
        json(text) ?? .string(text)
    }

    /// Returns the value of a text that is JSON, or a number that JSON does not allow; nil for any other text.
    package static func json(_ text: String) -> JSON? {
        guard unkeepable(text) == nil else { return nil }
        return (try? JSON.parse(text)) ?? looseSpelling(text).flatMap { try? JSON.parse($0) }
    }

    /// Returns the number of a text, in JSON's form or as `.5`, `5.` or `+5`; nil for any other text.
    package static func number(_ text: String) -> JSON? {
        guard let value = json(text), value.kind == .number else { return nil }
        return value
    }

    /// Returns the JSON of a number that JSON does not allow: `.5`, `5.` or `+5`; nil for a text with other digits.
    private static func looseSpelling(_ text: String) -> String? {
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return nil }
        var rest = text[...]
        let sign = rest.first == "-" ? "-" : ""
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        let whole = rest.prefix { $0 != "." && $0 != "e" && $0 != "E" }
        rest = rest[whole.endIndex...]
        var fraction: Substring = ""
        if rest.first == "." {
            fraction = rest.dropFirst().prefix { $0 != "e" && $0 != "E" }
            rest = rest[fraction.endIndex...]
        }
        let digits = "\(whole)\(fraction)"
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return "\(sign)\(whole.isEmpty ? "0" : whole)\(fraction.isEmpty ? "" : ".\(fraction)")\(rest)"
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "y", "on": true
        case "false", "0", "no", "n", "off": false
        default: nil
        }
    }
}
