import JSONCore

extension JSONObject {
    /// Adds the words about the members of a structure to its schema.
    ///
    /// A member is required if the structure cannot be decoded without it. An enumeration with associated values and a
    /// dictionary have other members in other values, so nothing is said about theirs. A class may encode for its
    /// subclasses.
    mutating func describeMembers(of encoded: EncodedValue) {
        guard let source = encoded.source, !(source is TunerValue), !encoded.members.isEmpty,
            Mirror(reflecting: source).displayStyle == .struct, case .object(let object) = encoded.json
        else { return }
        var properties = JSONObject()
        var required: [JSON] = []
        for member in encoded.members {
            guard let value = member.value.source,
                var schema = ValueSchema.of(type(of: value), member.value.json)
            else { continue }
            schema.describeMembers(of: member.value)
            properties[member.name] = .object(schema)
            var rest = object
            rest[member.name] = nil
            if let decodable = Swift.type(of: source) as? any Decodable.Type, !JSONObject.decodes(rest, as: decodable) {
                required.append(.string(member.name))
            }
        }
        guard !properties.isEmpty else { return }
        self["properties"] = .object(properties)
        if !required.isEmpty { self["required"] = .array(required) }
    }

    private static func decodes<Value: Decodable>(_ object: JSONObject, as type: Value.Type) -> Bool {
        (try? ValueDecoder.value(of: .object(object)) as Value) != nil
    }
}
