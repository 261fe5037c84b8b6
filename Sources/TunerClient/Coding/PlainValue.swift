import JSONCore

/// The types that map to one JSON value: booleans, strings, numbers, and durations as seconds.
///
/// All other types encode and decode themselves.
enum PlainValue {
    /// Returns the JSON of a value of any type.
    static func json<Value: Encodable>(of value: Value, at path: [any CodingKey]) throws -> JSON {
        switch value {
        case let value as Bool: return .boolean(value)
        case let value as String: return .string(value)
        case let value as Double: return try json(of: value, value, at: path)
        case let value as Float: return try json(of: value, shortest(value), at: path)
        case let value as Duration: return value.json
        case let value as TunerValue: return try json(ofTree: value, at: path)
        case let value as any FixedWidthInteger & Encodable:
            if let integer = Int64(exactly: value) { return .integer(integer) }
            throw EncodingError.invalidValue(value, context(path, "a whole number may have at most 64 bits"))
        default: return try ValueEncoder.json(of: value, at: path)
        }
    }

    /// Returns the value for a type that maps to one JSON value; nil for another type, or if the JSON does not fit.
    static func value<Value: Decodable>(of json: JSON, as type: Value.Type) -> Value? {
        switch (type, json) {
        case (is Bool.Type, .boolean(let value)): return value as? Value
        case (is String.Type, .string(let value)): return value as? Value
        case (is Double.Type, .double(let value)): return value as? Value
        case (is Double.Type, .integer(let value)): return Double(value) as? Value
        case (is Float.Type, .double(let value)): return Float(value) as? Value
        case (is Float.Type, .integer(let value)): return Float(value) as? Value
        case (let type as any FixedWidthInteger.Type, .integer(let value)): return integer(value, as: type) as? Value
        case (let type as any FixedWidthInteger.Type, .double(let value)):
            return Int64(exactly: value).flatMap { integer($0, as: type) } as? Value
        case (is TunerValue.Type, _): return TunerValue(json) as? Value
        case (is Duration.Type, .integer(let seconds)): return Duration.seconds(seconds) as? Value
        case (is Duration.Type, .double(let seconds)): return Duration(plainSeconds: seconds) as? Value
        default: return nil
        }
    }

    /// Returns whether a type maps to one JSON value.
    static func isPlain<Value>(_ type: Value.Type) -> Bool {
        type is Bool.Type || type is String.Type || type is Double.Type || type is Float.Type
            || type is any FixedWidthInteger.Type || type is Duration.Type
    }

    static func context(_ path: [any CodingKey], _ text: String) -> EncodingError.Context {
        EncodingError.Context(codingPath: path, debugDescription: text)
    }

    private static func integer<Integer: FixedWidthInteger>(_ value: Int64, as type: Integer.Type) -> Integer? {
        Integer(exactly: value)
    }

    private static func json<Value>(of value: Value, _ double: Double, at path: [any CodingKey]) throws -> JSON {
        guard double.isFinite else {
            throw EncodingError.invalidValue(value, context(path, "JSON has no number \(double)"))
        }
        return .double(double)
    }

    private static func json(ofTree value: TunerValue, at path: [any CodingKey]) throws -> JSON {
        switch value {
        case .number(let double): try json(of: value, double, at: path)
        case .array(let elements):
            .array(try elements.enumerated().map { try json(ofTree: $1, at: path + [PathKey($0)]) })
        case .object(let members):
            .object(
                JSONObject(
                    try members.sorted { $0.key < $1.key }.map {
                        ($0.key, try json(ofTree: $0.value, at: path + [PathKey($0.key)]))
                    }
                )
            )
        default: value.json
        }
    }

    /// Returns the double with the same shortest decimal text as the float.
    private static func shortest(_ value: Float) -> Double {
        Double(value.description) ?? Double(value)
    }
}
