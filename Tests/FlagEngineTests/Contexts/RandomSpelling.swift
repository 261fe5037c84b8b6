import JSONCore
import TestSupport

/// A writer of values in random spellings, with white space, escapes and repeated members.
struct RandomSpelling {
    var generator: SeededGenerator

    /// Returns a text of an object; some of its names appear twice, first with another value.
    mutating func text(_ object: JSONObject) -> String {
        var members: [String] = []
        for member in object.members {
            members.append(name(member.name) + text(member.value))
            if isChosen(1, of: 8) {
                members.insert(name(member.name) + text(JSON.integer(.random(in: -9...9, using: &generator))), at: 0)
            }
        }
        return "{" + space() + members.joined(separator: space() + "," + space()) + space() + "}"
    }

    private mutating func name(_ name: String) -> String { string(name) + space() + ":" + space() }

    private mutating func text(_ value: JSON) -> String {
        switch value {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value): return "\(value)" + (isChosen(1, of: 4) ? pick([".0", "e0", "E+0", ".00e-0"]) : "")
        case .double(let value): return "\(value)"
        case .string(let value): return string(value)
        case .array(let elements):
            let parts = elements.map { text($0) }
            return "[" + space() + parts.joined(separator: space() + "," + space()) + "]"
        case .object(let object): return text(object)
        }
    }

    private mutating func string(_ text: String) -> String {
        var spelling = "\""
        for unit in text.utf16 {
            let isPlain = unit >= 0x20 && unit < 0x7F && unit != 0x22 && unit != 0x5C
            if isPlain, !isChosen(1, of: 16), let scalar = Unicode.Scalar(unit) {
                spelling.unicodeScalars.append(scalar)
            } else {
                let digits = String(unit, radix: 16)
                spelling += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return spelling + "\""
    }

    private mutating func space() -> String { isChosen(1, of: 6) ? pick([" ", "\n\t", "  \r\n   "]) : "" }

    private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }

    private mutating func isChosen(_ part: Int, of whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &generator) < part
    }
}
