package import JSONCore

/// Why a text stands for no value of a type.
package enum TextFault: Error, Equatable, Sendable {
    /// It is none of the words for true and false.
    case boolean
    /// It is no number in JSON's spelling.
    case number
    /// It is no JSON.
    case json(TunableType, JSONFault)
    /// It is JSON of another kind.
    case kind(TunableType, JSONKind)
}

extension TextFault {
    /// One sentence for a person about the text and the key it was for.
    package func sentence(about key: String, text: String) -> String {
        switch self {
        case .boolean: "\(key.shown) must be true or false (or 1, yes, y, on, 0, no, n, off), got \"\(text.shown)\""
        case .number: "\(key.shown) must be a number, got \"\(text.shown)\""
        case .json(let type, let fault):
            "\(key.shown) must be \(type.words) as JSON: \(fault.message(in: text.utf8.span))"
        case .kind(let type, let kind): "\(key.shown) must be \(type.words), got \(kind.words)"
        }
    }
}
