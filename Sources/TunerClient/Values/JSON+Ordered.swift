import JSONCore

extension JSON {
    /// The value with the members of each object sorted by name, so that equal values have equal texts.
    var ordered: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.ordered))
        case .object(let object):
            .object(JSONObject(object.members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.ordered) }))
        default: self
        }
    }
}
