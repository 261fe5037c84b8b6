import JSONCore

extension JSON {
    /// The approximate length of the JSON text, in bytes.
    var roughLength: Int {
        switch self {
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.roughLength }
        case .object(let object): object.members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.roughLength }
        default: 8
        }
    }
}
