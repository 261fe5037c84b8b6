import JSONCore

/// A reader that builds a tree from ranges in a text, independent of the tree's own builder.
enum Reading {
    static func value(at range: JSONRange, in text: Span<UInt8>) -> JSON? {
        switch range.kind {
        case .null:
            return .null
        case .boolean:
            return range.boolean(in: text).map { .boolean($0) }
        case .number:
            return range.integer(in: text).map { .integer($0) } ?? range.double(in: text).map { .double($0) }
        case .string:
            return range.string(in: text).map { .string($0) }
        case .array:
            var elements: [JSON] = []
            var rest = JSONElements(of: range)
            while let element = rest.next(in: text) {
                guard let value = value(at: element, in: text) else { return nil }
                elements.append(value)
            }
            return .array(elements)
        case .object:
            var object = JSONObject()
            var rest = JSONMembers(of: range)
            while let member = rest.next(in: text) {
                guard let name = member.name.string(in: text), let value = value(at: member.value, in: text) else {
                    return nil
                }
                object[name] = value
            }
            return .object(object)
        }
    }
}
