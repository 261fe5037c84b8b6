import JSONCore
import TunableEngine

/// Values as the log shows them.
enum LoggedValue {
    /// The number of scalars that `shown` keeps.
    private static let shownScalars = 64

    /// Returns the value as JSON, shortened and safe for terminals; `none` if there is no value.
    ///
    /// The time does not depend on the size of the value.
    static func text(of value: JSON?) -> String {
        guard let value else { return "none" }
        var text = ""
        append(value, to: &text)
        return text.shown
    }

    private static func append(_ value: JSON, to text: inout String) {
        // More would be cut off.
        guard text.unicodeScalars.count <= shownScalars else { return }
        switch value {
        case .null, .boolean, .integer, .double: text += value.line
        case .string(let string): append(string, to: &text)
        case .array(let elements):
            text += "["
            for (place, element) in elements.prefix(shownScalars).enumerated() {
                text += place > 0 ? "," : ""
                append(element, to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (place, member) in object.members.prefix(shownScalars).enumerated() {
                text += place > 0 ? "," : ""
                append(member.name, to: &text)
                text += ":"
                append(member.value, to: &text)
            }
            text += "}"
        }
    }

    private static func append(_ string: String, to text: inout String) {
        let part = String(string.unicodeScalars.prefix(shownScalars + 1))
        text += (try? JSON.string(part).written()) ?? ""
    }
}
