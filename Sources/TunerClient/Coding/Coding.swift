import JSONCore

/// Values of programs as JSON, and back.
enum Coding {
    /// What is wrong with a value that could not be encoded or decoded, in words.
    static func reason(_ error: any Error) -> String {
        switch error {
        case EncodingError.invalidValue(_, let context): sentence(context.codingPath, context.debugDescription)
        case DecodingError.typeMismatch(let type, let context):
            sentence(context.codingPath, "\(context.debugDescription), where \(words(type)) is wanted")
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
