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
            guard let value = number(text) else { throw .number(type) }
            return value
        case .string:
            return .string(text)
        case .array, .object:
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

    /// Returns the value for an unknown key: the parsed JSON if the text is JSON or a number, otherwise the text as a
    /// string.
    package static func value(of text: String) -> JSON {
        json(text) ?? .string(text)
    }

    /// Returns the value of a text that is JSON, or a number that JSON does not allow; nil for any other text.
    package static func json(_ text: String) -> JSON? {
        (try? JSON.parse(text)) ?? looseNumber(text)
    }

    /// Returns the number of a text, in JSON's form or as `.5`, `5.` or `+5`; nil for any other text.
    package static func number(_ text: String) -> JSON? {
        guard let value = json(text), value.kind == .number else { return nil }
        return value
    }

    /// Returns the number of a text that JSON does not allow: `.5`, `5.` or `+5`; nil for any other text.
    private static func looseNumber(_ text: String) -> JSON? {
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
        return try? JSON.parse(
            "\(sign)\(whole.isEmpty ? "0" : whole)\(fraction.isEmpty ? "" : ".\(fraction)")\(rest)"
        )
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "y", "on": true
        case "false", "0", "no", "n", "off": false
        default: nil
        }
    }
}
