import JSONCore

extension JSON {
    /// The same value with the members of each object in the order of their names, so that equal values are equal texts.
    var ordered: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.ordered))
        case .object(let object):
            .object(JSONObject(object.members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.ordered) }))
        default: self
        }
    }
}
