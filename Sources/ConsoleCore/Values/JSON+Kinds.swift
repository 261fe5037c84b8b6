package import JSONCore

// The content of a JSON value, for commands that do not decode the response; nil for another kind of value.
extension JSON {
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    package var elements: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    package var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }
}
