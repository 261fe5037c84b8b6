package import JSONCore

/// The reason why a text is not a value of a type.
package enum TextFault: Error, Equatable, Sendable {
    /// The text is none of the words for true and false.
    case boolean
    /// The text is not a JSON number, which this type needs.
    case number(TunableType)
    /// A number of the text is beyond the range of a double.
    case beyondDouble
    /// A whole number of the text is beyond the range of an integer, and its nearest double has other digits.
    case lostDigits(String)
    /// The text is not a duration.
    case duration
    /// The text is not JSON.
    case json(TunableType, JSONFault)
    /// The text is JSON of another type.
    case kind(TunableType, JSONKind)
}

extension TextFault {
    /// Returns one sentence for a person about the text and the key that it was for.
    package func sentence(about key: String, text: String) -> String {
        switch self {
        case .boolean:
            "\(key.shown) must be true or false (or 1, yes, y, on, 0, no, n, off), got \(JSON.string(text).shownText)"
        case .number(let type):
            "\(key.shown) must be \(type.words), got \(JSON.string(text).shownText)"
        case .beyondDouble:
            "\(key.shown) cannot be \(text.shown): a number must be between \(-Double.greatestFiniteMagnitude) and "
                + "\(Double.greatestFiniteMagnitude)"
        case .lostDigits(let number):
            "\(key.shown) cannot be \(number.shown): a whole number must be between \(Int64.min) and \(Int64.max)"
                + (Double(number).map { "; the nearest double is \($0)" } ?? "")
        case .duration:
            "\(key.shown) must be a duration such as 90, 500ms, 10m, 1h30m, 1d or PT1H30M, "
                + "got \(JSON.string(text).shownText)"
        case .json(let type, let fault):
            "\(key.shown) must be \(type.words) as JSON: \(fault.message(in: text.utf8.span))"
        case .kind(let type, let kind): "\(key.shown) must be \(type.words), got \(kind.words)"
        }
    }
}
