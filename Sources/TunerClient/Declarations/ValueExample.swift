import JSONCore

/// The JSON of a value of a type of which the program has no value.
enum ValueExample {
    /// Returns JSON that decodes as a type; nil if none was found.
    ///
    /// For a structure, each decoding finds one more member that it needs. The types around it are in `outer`: a class can
    /// need itself, without an end.
    static func of<Value: Decodable>(_ type: Value.Type, inside outer: [ObjectIdentifier] = []) -> JSON? {
        let simple: [JSON] = [.integer(0), .boolean(false), .string(""), .array([]), .object(JSONObject())]
        for json in ValueSchema.listedCases(of: type) ?? simple where decodes(json, as: type) { return json }
        guard !outer.contains(ObjectIdentifier(type)) else { return nil }
        var object = JSONObject()
        while !decodes(.object(object), as: type) {
            guard let (name, member) = OptionalProbe.missing(from: object, of: type),
                let json = of(member, inside: outer + [ObjectIdentifier(type)])
            else { return nil }
            object[name] = json
        }
        return .object(object)
    }

    private static func decodes<Value: Decodable>(_ json: JSON, as type: Value.Type) -> Bool {
        (try? ValueDecoder.value(of: json) as Value) != nil
    }
}
