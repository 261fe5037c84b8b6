import JSONCore

extension JSONObject {
    /// Adds the words about the members of a structure to its schema.
    ///
    /// The schema has the type of a member only if the type always has the same JSON. It must not refuse a value that the
    /// program writes: if the structure can be decoded with null instead, it must leave nil out when it is encoded. A
    /// member is required if the structure cannot be decoded without it.
    ///
    /// A member that the default leaves out, and that the structure decodes if it is present, has its type too. So the
    /// member can be set by its path.
    ///
    /// An enumeration with associated values and a dictionary have other members in other values, so the schema has none
    /// of theirs. A class may encode for its subclasses. Inside of a structure, `outer` has the types around it: a type
    /// inside of itself is not described again.
    mutating func describeMembers(of encoded: EncodedValue, inside outer: [ObjectIdentifier] = []) {
        guard let source = encoded.source, Mirror(reflecting: source).displayStyle == .struct,
            case .object(let object) = encoded.json, let type = Swift.type(of: source) as? any Decodable.Type,
            !outer.contains(ObjectIdentifier(type)), JSONObject.decodes(object, as: type)
        else { return }
        let types = outer + [ObjectIdentifier(type)]
        var properties = JSONObject()
        var required: [JSON] = []
        for member in encoded.members {
            var changed = object
            changed[member.name] = .null
            let takesNull = JSONObject.decodes(changed, as: type)
            changed[member.name] = nil
            if !JSONObject.decodes(changed, as: type) { required.append(.string(member.name)) }
            if !takesNull || JSONObject.leavesOut(member.name, decoding: changed, as: type) {
                properties[member.name] = JSONObject.schema(of: member.value, inside: types).map { .object($0) }
            }
        }
        for (name, type) in OptionalProbe.members(absentFrom: object, of: type) {
            let schema = ValueSchema.ofAbsent(type, inside: types) ?? JSONObject.schema(ofAbsent: type, inside: types)
            properties[name] = schema.map { .object($0) }
        }
        if !properties.isEmpty { self["properties"] = .object(properties) }
        if !required.isEmpty { self["required"] = .array(required) }
    }

    /// Returns the schema of a type of which there is no value; nil if another value of the type may have other JSON.
    static func schema(ofAbsent type: any Decodable.Type, inside outer: [ObjectIdentifier] = []) -> JSONObject? {
        guard !outer.contains(ObjectIdentifier(type)), let example = ValueExample.of(type),
            let encoded = JSONObject.encoded(example, as: type)
        else { return nil }
        if let source = encoded.source, Mirror(reflecting: source).displayStyle == .dictionary,
            case .object = encoded.json
        {
            return ["type": "object"]
        }
        return schema(of: encoded, inside: outer)
    }

    /// Returns the schema of a member; nil if another value of its type may have other JSON.
    private static func schema(of member: EncodedValue, inside outer: [ObjectIdentifier]) -> JSONObject? {
        guard let source = member.source else { return nil }
        if let schema = ValueSchema.exact(Swift.type(of: source), member.json, inside: outer) { return schema }
        var schema: JSONObject = ["type": "object"]
        let bare = schema
        schema.describeMembers(of: member, inside: outer)
        return schema == bare ? nil : schema
    }

    private static func decodes<Value: Decodable>(_ object: JSONObject, as type: Value.Type) -> Bool {
        (try? ValueDecoder.value(of: .object(object)) as Value) != nil
    }

    /// Returns whether a structure that was decoded without a member is encoded without it, too.
    private static func leavesOut(_ name: String, decoding object: JSONObject, as type: any Decodable.Type) -> Bool {
        encoded(.object(object), as: type).map { $0.json[name] == nil } ?? false
    }

    /// Decodes JSON as a type and encodes the value again; nil if this fails.
    private static func encoded<Value: Decodable>(_ json: JSON, as type: Value.Type) -> EncodedValue? {
        guard let value = try? ValueDecoder.value(of: json) as Value, let value = value as? any Encodable else {
            return nil
        }
        return try? ValueEncoder.encoded(value)
    }
}
