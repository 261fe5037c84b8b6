package import JSONCore

/// A value of any type that a tunable or a flag can have.
///
/// Use it where the type is not known.
///
/// ```swift
/// let values: [String: TunerValue] = ["ui.cornerRadius": 18, "ui.title": "Hello", "ui.sizes": [1, 2, 3]]
/// ```
///
/// The daemon gives a tunable of this type the JSON type of its default:
///
/// ```swift
/// @Tunable("game.wind", default: ["x": 1.5, "y": 0]) var wind: TunerValue
/// if let x = try? wind["x"]?.decoded(as: Double.self) { blow(x) }
/// ```
///
/// A whole number is `.integer`, also where other numbers are possible. `decoded(as: Double.self)` accepts both.
public enum TunerValue: Sendable, Hashable {
    /// JSON's null, which is no value of a tunable.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number without a point or an exponent in its JSON text.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list of values: `value[0]`.
    case array([TunerValue])
    /// Values by name: `value["x"]`.
    case object([String: TunerValue])

    package init(_ json: JSON) {
        self =
            switch json {
            case .null: .null
            case .boolean(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .double(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let elements): .array(elements.map { TunerValue($0) })
            case .object(let object):
                .object(
                    Dictionary(object.members.map { ($0.name, TunerValue($0.value)) }, uniquingKeysWith: { $1 })
                )
            }
    }

    /// The value as JSON, with the members of each object sorted by name.
    package var json: JSON {
        switch self {
        case .null: .null
        case .bool(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let value): .double(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
        }
    }

    /// Encodes a value as JSON.
    ///
    /// ```swift
    /// let point = try TunerValue(encoding: Point(x: 1, y: 2))
    /// ```
    ///
    /// - Parameter value: The value to encode.
    /// - Throws: The error of the encoding, for example for an infinite number.
    public init(encoding value: some Encodable) throws {
        self.init(try ValueEncoder.json(of: value))
    }

    /// Decodes the value as a type.
    ///
    /// ```swift
    /// let point = try value.decoded(as: Point.self)
    /// ```
    ///
    /// - Parameter type: The type of the result.
    /// - Returns: The decoded value.
    /// - Throws: The error of the decoding, if the value does not fit the type.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try ValueDecoder.value(of: json)
    }

    /// The member of an object with a name, or nil: `wind["x"]`.
    public subscript(name: String) -> TunerValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The element of an array at an index, or nil: `sizes[0]`.
    public subscript(index: Int) -> TunerValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension TunerValue: CustomStringConvertible {
    /// The JSON text of the value, with the members of each object sorted by name.
    ///
    /// ```swift
    /// let value: TunerValue = [1, "two"]
    /// print(value)
    /// // Prints "[1,"two"]"
    /// ```
    public var description: String { (try? json.written()) ?? "" }
}
