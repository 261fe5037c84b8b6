import ConsoleCore
import JSONCore

/// The check of an argument against its JSON Schema, of which the tools use a few keywords.
enum ArgumentFault {
    /// Returns the first fault of a value, whose name is `path`: "limit must be an integer from 1 to 200, got 0".
    static func sentence(about value: JSON, _ schema: JSON, _ path: String) -> String? {
        guard satisfies(value, schema) else {
            // Quotes distinguish "5" from 5.
            let shown = value.text.map { "\"\($0.shown)\"" } ?? ValueText.short(value)
            return "\(path) must be \(expectation(schema)), got \(shown)"
        }
        if let items = schema["items"], let elements = value.elements {
            for (index, element) in elements.enumerated() {
                if let fault = sentence(about: element, items, "\(path)[\(index)]") { return fault }
            }
        }
        for member in schema["properties"]?.object?.members ?? [] {
            guard let own = value[member.name] else { continue }
            if let fault = sentence(about: own, member.value, "\(path).\(member.name)") { return fault }
        }
        let missing = (schema["required"]?.elements ?? []).compactMap(\.text).first { value[$0] == nil }
        return missing.map { "\(path).\($0) is missing" }
    }

    /// Whether a value has the type of a schema and is in its range, without its elements and members.
    private static func satisfies(_ value: JSON, _ schema: JSON) -> Bool {
        if let choices = schema["anyOf"]?.elements {
            return choices.contains { sentence(about: value, $0, "") == nil }
        }
        guard let type = schema["type"]?.text else { return true }
        guard type == self.type(of: value) || (type == "number" && value.number != nil) else { return false }
        return isInRange(value, schema)
    }

    private static func isInRange(_ value: JSON, _ schema: JSON) -> Bool {
        let size = value.elements.map { Double($0.count) }
        if let number = value.number {
            if let minimum = schema["minimum"]?.number, number < minimum { return false }
            if let maximum = schema["maximum"]?.number, number > maximum { return false }
            if let minimum = schema["exclusiveMinimum"]?.number, number <= minimum { return false }
        }
        if let size, let least = schema["minItems"]?.number, size < least { return false }
        if let size, let most = schema["maxItems"]?.number, size > most { return false }
        return true
    }

    private static func type(of value: JSON) -> String {
        switch value {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .double: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Returns what a schema allows: "an integer from 1 to 200".
    private static func expectation(_ schema: JSON) -> String {
        if let choices = schema["anyOf"]?.elements { return choices.map(expectation).joined(separator: " or ") }
        let type = schema["type"]?.text ?? "value"
        let article = ["integer", "object", "array"].contains(type) ? "an" : "a"
        let items = schema["items"]?["type"]?.text.map { " of \($0)s" } ?? ""
        return "\(article) \(type)\(items)\(range(schema))"
    }

    private static func range(_ schema: JSON) -> String {
        func limit(_ name: String) -> String? { schema[name].map { ValueText.short($0) } }
        switch (limit("minimum"), limit("maximum")) {
        case (let minimum?, let maximum?): return " from \(minimum) to \(maximum)"
        case (let minimum?, nil): return " of at least \(minimum)"
        case (nil, let maximum?): return " of at most \(maximum)"
        case (nil, nil): break
        }
        if let minimum = limit("exclusiveMinimum") { return " above \(minimum)" }
        switch (limit("minItems"), limit("maxItems")) {
        case (let least?, let most?): return ", with \(least) to \(most) elements"
        case (let least?, nil): return ", with at least \(least)"
        case (nil, let most?): return ", with at most \(most)"
        case (nil, nil): return ""
        }
    }
}
