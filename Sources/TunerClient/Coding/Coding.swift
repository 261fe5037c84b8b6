import JSONCore

/// Error messages for values that cannot be encoded or decoded.
enum Coding {
    /// Returns a sentence for people about an encoding or decoding error.
    static func reason(_ error: any Error) -> String {
        switch error {
        case EncodingError.invalidValue(_, let context): sentence(context.codingPath, context.debugDescription)
        case DecodingError.typeMismatch(let type, let context):
            sentence(context.codingPath, "\(context.debugDescription), expected \(words(type))")
        case DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            sentence(context.codingPath, context.debugDescription)
        default: "\(error)"
        }
    }

    private static func sentence(_ path: [any CodingKey], _ text: String) -> String {
        path.isEmpty ? text : "\(path.map(\.stringValue).joined(separator: "/")): \(text)"
    }

    private static func words(_ type: Any.Type) -> String {
        switch type {
        case is JSONObject.Type: "an object"
        case is [JSON].Type: "an array"
        default: "\(type)"
        }
    }
}
