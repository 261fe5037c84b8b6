package import JSONCore

/// Turns a text that a person typed into a value.
package enum TextValue {
    /// The value for a declared key, still to be checked by its spec: a string needs no quotes, an array or an object is
    /// JSON.
    package static func value(of text: String, as type: TunableType) throws(TextFault) -> JSON {
        switch type {
        case .boolean:
            guard let boolean = boolean(text) else { throw .boolean }
            return .boolean(boolean)
        case .integer, .number:
            guard let value = try? JSON.parse(text), value.kind == .number else { throw .number }
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

    /// The value for a free key of a kind.
    package static func value(of text: String, as kind: FreeKind) throws(TextFault) -> JSON {
        try value(of: text, as: kind.type)
    }

    /// The value for a key that nobody knows: what is a JSON text is its value, anything else a string.
    package static func value(of text: String) -> JSON {
        (try? JSON.parse(text)) ?? .string(text)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "y", "on": true
        case "false", "0", "no", "n", "off": false
        default: nil
        }
    }
}
