import JSONCore

/// The declaration of a flag for the daemon.
enum FlagSchema {
    /// Returns the declaration of a flag with a default; nil if the default does not show a type that flags have.
    ///
    /// The cases of an enumeration are the variants.
    static func of(_ type: Any.Type, _ fallback: JSON, description: String?) -> JSONObject? {
        guard let schema = ValueSchema.of(type, fallback) else { return nil }
        var declaration = JSONObject()
        if let variants = variants(of: schema) {
            declaration["variants"] = .object(variants)
        } else {
            switch schema["type"] {
            case "boolean": declaration["type"] = "boolean"
            case "integer", "number": declaration["type"] = "number"
            case let other? where fallback != .null && other != "array": declaration["type"] = other
            default: return nil
            }
            guard fallback != .null || declaration["type"] == "boolean" else { return nil }
        }
        if fallback != .null { declaration["default"] = fallback }
        declaration["description"] = description.map { .string($0) }
        return declaration
    }

    /// Returns the cases of an enumeration by name; nil if the type has no cases, or cases without a name.
    private static func variants(of schema: JSONObject) -> JSONObject? {
        guard case .array(let cases)? = schema["enum"] else { return nil }
        var variants = JSONObject()
        for value in cases {
            switch value {
            case .string(let name) where !name.isEmpty: variants[name] = value
            case .integer(let number): variants["\(number)"] = value
            default: return nil
            }
        }
        return variants
    }
}
