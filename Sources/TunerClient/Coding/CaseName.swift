import JSONCore

/// The JSON of enumerations without raw values.
///
/// Swift encodes a case without associated values as an object with one member: `{"easy": {}}`. People type `easy`. So
/// the library uses the name of the case, if the type lists its cases.
enum CaseName {
    /// Returns the name of a case that was encoded as an object; nil for any other value.
    static func name(of value: any Encodable, encodedAs json: JSON) -> String? {
        guard isListed(type(of: value)), case .object(let object) = json, object.members.count == 1,
            let member = object.members.first, member.value == .object(JSONObject())
        else { return nil }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .enum && mirror.children.isEmpty ? member.name : nil
    }

    /// Returns the JSON that decodes as a named case; nil for a type that decodes its names itself.
    static func encoded(_ name: String, as type: Any.Type) -> JSON? {
        isListed(type) ? .object([name: .object(JSONObject())]) : nil
    }

    private static func isListed(_ type: Any.Type) -> Bool {
        type is any CaseIterable.Type && !(type is any RawRepresentable.Type)
    }
}
