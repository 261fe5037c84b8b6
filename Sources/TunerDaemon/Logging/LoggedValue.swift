import JSONCore
import TunableEngine

/// A value as the log shows it.
struct LoggedValue {
    /// The number of scalars that `shown` keeps.
    private static let shownScalars = 64

    /// The text in place of a secret value.
    static let secret = "(secret)"

    /// Returns the value as JSON, shortened and safe for terminals; `none` if there is no value.
    ///
    /// The time does not depend on the size of the value.
    static func text(of value: JSON?) -> String {
        guard let value else { return "none" }
        var writer = LoggedValue()
        writer.append(value)
        return writer.text.shown
    }

    private var text = ""
    /// The number of scalars that are still shown, and one more, so that `shown` marks a cut text.
    private var room = LoggedValue.shownScalars + 1

    private mutating func add(_ part: String) {
        text += part
        room -= part.unicodeScalars.count
    }

    private mutating func append(_ value: JSON) {
        switch value {
        case .null, .boolean, .integer, .double: add(value.line)
        case .string(let string): append(name: string)
        case .array(let elements):
            add("[")
            for (index, element) in elements.enumerated() {
                guard room > 0 else { return }
                if index > 0 { add(",") }
                append(element)
            }
            add("]")
        case .object(let object):
            add("{")
            for (index, member) in object.members.enumerated() {
                guard room > 0 else { return }
                if index > 0 { add(",") }
                append(name: member.name)
                add(":")
                append(member.value)
            }
            add("}")
        }
    }

    private mutating func append(name string: String) {
        let part = String(string.unicodeScalars.prefix(max(room, 0)))
        add((try? JSON.string(part).written()) ?? "")
    }
}
