package import JSONCore

/// A value of any type that a tunable or a flag can have.
///
/// Use it where the type is not known.
///
/// ```swift
/// let values: [String: TunerValue] = ["ui.cornerRadius": 18, "ui.title": "Hello", "ui.sizes": [1, 2, 3]]
/// ```
public struct TunerValue: Sendable, Equatable {
    package let json: JSON

    package init(_ json: JSON) { self.json = json }

    /// Encodes a value as JSON.
    ///
    /// ```swift
    /// let point = try TunerValue(encoding: Point(x: 1, y: 2))
    /// ```
    ///
    /// - Parameter value: The value to encode.
    /// - Throws: The error of the encoding, for example for an infinite number.
    public init(encoding value: some Encodable) throws {
        json = try ValueEncoder.json(of: value)
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
}

extension TunerValue: CustomStringConvertible {
    /// The JSON text of the value.
    ///
    /// ```swift
    /// let value: TunerValue = [1, "two"]
    /// print(value)
    /// // Prints "[1,"two"]"
    /// ```
    public var description: String { (try? json.written()) ?? "" }
}

extension TunerValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates JSON's null: `let value: TunerValue = nil`.
    public init(nilLiteral: ()) { json = .null }

    /// Creates a boolean: `let value: TunerValue = true`.
    public init(booleanLiteral value: Bool) { json = .boolean(value) }

    /// Creates an integer: `let value: TunerValue = 3`.
    public init(integerLiteral value: Int64) { json = .integer(value) }

    /// Creates a number: `let value: TunerValue = 0.5`.
    public init(floatLiteral value: Double) { json = .double(value) }

    /// Creates a string: `let value: TunerValue = "red"`.
    public init(stringLiteral value: String) { json = .string(value) }

    /// Creates an array: `let value: TunerValue = [1, 2]`.
    public init(arrayLiteral elements: TunerValue...) { json = .array(elements.map(\.json)) }

    /// Creates an object: `let value: TunerValue = ["x": 1, "y": 2]`.
    ///
    /// If a name occurs twice, the last value is used.
    public init(dictionaryLiteral members: (String, TunerValue)...) {
        json = .object(JSONObject(members.map { ($0.0, $0.1.json) }))
    }
}
