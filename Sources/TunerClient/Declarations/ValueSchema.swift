import JSONCore

/// The JSON Schema of a Swift type.
enum ValueSchema {
    /// Returns the schema of a type with one example value; nil if the type is not known without a value.
    ///
    /// An optional type has the schema of its wrapped type, since null is no value of a tunable. `outer` has the types
    /// around it, as for ``JSONObject/describeMembers(of:inside:)``.
    static func of(_ type: Any.Type, _ example: JSON, inside outer: [ObjectIdentifier] = []) -> JSONObject? {
        if let wrapped = (type as? any OptionalTyped.Type)?.wrappedType { return of(wrapped, example, inside: outer) }
        if let schema = plain(type) { return schema }
        let cases = listedCases(of: type)
        let example = example == .null ? cases?.first ?? .null : example
        var schema = JSONObject()
        switch example {
        case .null: return nil
        case .boolean: schema["type"] = "boolean"
        case .integer, .double: schema["type"] = "number"
        case .string: schema["type"] = "string"
        case .array: schema["type"] = "array"
        case .object: schema["type"] = "object"
        }
        if case .integer = example, isWhole(type) { schema["type"] = "integer" }
        if let cases { schema["enum"] = .array(cases) }
        if case .array = example, let elements = (type as? any ElementTyped.Type)?.elementType,
            let items = element(elements, inside: outer)
        {
            schema["items"] = .object(items)
        }
        return schema
    }

    /// Returns the schema of a type whose values always have the same type of JSON; nil for other types.
    ///
    /// These are the plain types, enumerations with raw values, and arrays. The other types encode themselves, and may
    /// encode another value differently.
    static func exact(_ type: Any.Type, _ example: JSON, inside outer: [ObjectIdentifier] = []) -> JSONObject? {
        if let schema = plain(type) { return schema }
        switch example {
        case .array where type is any ElementTyped.Type: return of(type, example, inside: outer)
        case .boolean, .integer, .double, .string:
            guard let raw = type as? any RawRepresentable.Type, plain(rawType(of: raw)) != nil else { return nil }
            return of(type, example)
        default: return nil
        }
    }

    /// Returns the schema of a type without an example; nil if the type does not show the type of its JSON.
    static func ofAbsent(_ type: Any.Type, inside outer: [ObjectIdentifier] = []) -> JSONObject? {
        of(type, type is any ElementTyped.Type ? .array([]) : .null, inside: outer)
    }

    /// Returns the schema of the elements of an array; nil if two elements may have different types of JSON.
    ///
    /// An optional element can be null, which the schema of its wrapped type refuses.
    private static func element(_ type: Any.Type, inside outer: [ObjectIdentifier]) -> JSONObject? {
        if let schema = plain(type) { return schema }
        guard !(type is any OptionalTyped.Type), let type = type as? any Decodable.Type else { return nil }
        return JSONObject.schema(ofAbsent: type, inside: outer)
    }

    /// Returns the schema of a type that maps to one JSON value.
    private static func plain(_ type: Any.Type) -> JSONObject? {
        switch type {
        case is Bool.Type: return ["type": "boolean"]
        case is String.Type: return ["type": "string"]
        case is Double.Type, is Float.Type: return ["type": "number"]
        case is Duration.Type: return ["type": "number", "unit": "s"]
        case let type as any FixedWidthInteger.Type: return integer(type)
        default: return nil
        }
    }

    /// Returns the schema of an integer type, with the range of the type.
    private static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> JSONObject {
        var schema: JSONObject = ["type": "integer"]
        if let least = Int64(exactly: type.min), least != .min { schema["minimum"] = .integer(least) }
        if let most = Int64(exactly: type.max), most != .max { schema["maximum"] = .integer(most) }
        return schema
    }

    /// Returns whether the raw values of an enumeration are integers.
    private static func isWhole(_ type: Any.Type) -> Bool {
        guard let type = type as? any RawRepresentable.Type else { return false }
        return rawType(of: type) is any FixedWidthInteger.Type
    }

    private static func rawType<Raw: RawRepresentable>(of type: Raw.Type) -> Any.Type { Raw.RawValue.self }

    /// Returns the JSON of all cases of an enumeration; nil if the type cannot list them.
    static func listedCases(of type: Any.Type) -> [JSON]? {
        guard let type = type as? any (CaseIterable & Encodable).Type else { return nil }
        return cases(of: type)
    }

    private static func cases<Value: CaseIterable & Encodable>(of type: Value.Type) -> [JSON]? {
        let all = type.allCases.compactMap { try? ValueEncoder.json(of: $0) }
        return all.isEmpty || all.count < type.allCases.count ? nil : all
    }
}

/// A type with elements of one type.
protocol ElementTyped {
    static var elementType: Any.Type { get }
}

extension Array: ElementTyped {
    static var elementType: Any.Type { Element.self }
}

/// A type that wraps values of another type.
protocol OptionalTyped {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalTyped {
    static var wrappedType: Any.Type { Wrapped.self }
}
