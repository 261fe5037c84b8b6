package import JSONCore
package import TunableEngine

/// The type of a key, which determines the meaning of a typed text.
package enum KeyType {
    /// The type of the key's declaration, with the unit of a number or the format of a string.
    case declared(TunableType, unit: String? = nil, format: ValueFormat? = nil)
    /// The key has no declaration; the kind of its present value, if there is one.
    case free(FreeKind?)

    /// Returns whether the type of its key is needed before a text is sent: a value for some types, it is an error or
    /// another value for others.
    package static func mustPrecede(_ text: String) -> Bool {
        // A quoted text is a string. A declared string keeps the quotes. A number that no value can keep is a string
        // only for a key of strings.
        text.utf8.first == UInt8(ascii: "\"") && TextValue.value(of: text).kind == .string
            || TextValue.unkeepable(text) != nil
    }

    /// Reads the type from the result of `tunables.describe`.
    package init(describedBy description: JSON) {
        if let spec = description["spec"], let word = spec["type"]?.text, let type = TunableType(rawValue: word) {
            self = .declared(
                type,
                unit: spec["unit"]?.text,
                format: spec["format"]?.text.flatMap(ValueFormat.init)
            )
        } else {
            self = .free(description["value"].flatMap(FreeKind.init(of:)))
        }
    }

    /// Returns a sentence about a text that has no value of this type.
    package func sentence(about key: String, _ fault: TextFault, text: String) -> String {
        guard case .declared(_, let unit?, _) = self, case .number = fault else {
            return fault.sentence(about: key, text: text)
        }
        return fault.sentence(about: key, text: text) + TimeInUnit.hint(for: unit)
    }

    /// Returns the value that a text means for this type; the value may still be out of range.
    package func value(of text: String) throws(TextFault) -> JSON {
        switch self {
        case .declared(.string, _, .duration):
            guard let duration = DurationWord.text(of: text) else { throw .duration }
            return .string(duration)
        case .declared(let type, let unit, _):
            if type == .number || type == .integer, let unit, let time = TimeInUnit.number(of: text, in: unit) {
                return time
            }
            return try TextValue.value(of: text, as: type)
        case .free(let kind):
            if kind != .string, let fault = TextValue.unkeepable(text) { throw fault }
            let value = TextValue.value(of: text)
            guard let kind, kind.fault(in: value) != nil else { return value }
            return try TextValue.value(of: text, as: kind)
        }
    }
}
