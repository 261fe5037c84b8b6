import JSONCore

/// JSON as text.
enum JSONText {
    /// On one line; empty for what holds a number without a spelling.
    static func compact(_ json: JSON) -> String {
        var writer = JSONWriter()
        do {
            try writer.value(json)
        } catch {
            return ""
        }
        return String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self)
    }

    /// The same value with the members of each object in the order of their names, so that equal values are equal texts.
    static func ordered(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): .array(elements.map(ordered))
        case .object(let object):
            .object(JSONObject(object.members.sorted { $0.name < $1.name }.map { ($0.name, ordered($0.value)) }))
        default: json
        }
    }
}
