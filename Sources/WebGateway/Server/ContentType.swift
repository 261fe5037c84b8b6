/// The types of the bodies that the server sends.
package enum ContentType: Sendable {
    case json
    case text
    case html
    /// Another type, as the value of the field.
    case other(StaticString)

    var value: StaticString {
        switch self {
        case .json: "application/json"
        case .text: "text/plain; charset=utf-8"
        case .html: "text/html; charset=utf-8"
        case .other(let value): value
        }
    }
}
