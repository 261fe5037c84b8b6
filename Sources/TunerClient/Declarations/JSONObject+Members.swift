import JSONCore

extension JSONObject {
    /// Adds the words about the members of a structure to its schema.
    ///
    /// The schema must not refuse a value that the program can decode. So it has the type of a member only if the type
    /// always has the same JSON, and if the structure cannot be decoded with null instead. A member is required if
    /// the structure cannot be decoded without it.
    ///
    /// A member that the default leaves out, and that the structure decodes if it is present, has its type too: a structure
    /// that leaves nil out never writes null. So the member can be set by its path.
    ///
    /// An enumeration with associated values and a dictionary have other members in other values, so the schema has none
    /// of theirs. A class may encode for its subclasses.
    mutating func describeMembers(of encoded: EncodedValue) {
        guard let source = encoded.source, !encoded.members.isEmpty,
            Mirror(reflecting: source).displayStyle == .struct, case .object(let object) = encoded.json,
            let type = Swift.type(of: source) as? any Decodable.Type, JSONObject.decodes(object, as: type)
        else { return }
        var properties = JSONObject()
        var required: [JSON] = []
        for member in encoded.members {
            var changed = object
            changed[member.name] = .null
            if let schema = JSONObject.schema(of: member.value), !JSONObject.decodes(changed, as: type) {
                properties[member.name] = .object(schema)
            }
            changed[member.name] = nil
            if !JSONObject.decodes(changed, as: type) { required.append(.string(member.name)) }
        }
        for (name, type) in OptionalProbe.members(absentFrom: object, of: type) {
            properties[name] = ValueSchema.ofAbsent(type).map { .object($0) }
        }
        if !properties.isEmpty { self["properties"] = .object(properties) }
        if !required.isEmpty { self["required"] = .array(required) }
    }

    /// Returns the schema of a member; nil if another value of its type may have other JSON.
    private static func schema(of member: EncodedValue) -> JSONObject? {
        guard let source = member.source else { return nil }
        if let schema = ValueSchema.exact(Swift.type(of: source), member.json) { return schema }
        var schema: JSONObject = ["type": "object"]
        let bare = schema
        schema.describeMembers(of: member)
        return schema == bare ? nil : schema
    }

    private static func decodes<Value: Decodable>(_ object: JSONObject, as type: Value.Type) -> Bool {
        (try? ValueDecoder.value(of: .object(object)) as Value) != nil
    }
}
