package import JSONCore

/// Any value that a tunable or a flag can have, for where its type is not known.
///
/// ```swift
/// let values: [String: TunerValue] = ["ui.cornerRadius": 18, "ui.title": "Hello", "ui.sizes": [1, 2, 3]]
/// ```
public struct TunerValue: Sendable, Equatable {
    package let json: JSON

    package init(_ json: JSON) { self.json = json }

    /// The JSON of what can be encoded.
    ///
    /// ```swift
    /// let point = try TunerValue(encoding: Point(x: 1, y: 2))
    /// ```
    public init(encoding value: some Encodable) throws {
        json = try ValueEncoder.json(of: value)
    }

    /// The value as a type that can be decoded.
    ///
    /// ```swift
    /// let point = try value.decoded(as: Point.self)
    /// ```
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try ValueDecoder.value(of: json)
    }
}

extension TunerValue: CustomStringConvertible {
    /// The value as JSON.
    ///
    /// ```swift
    /// print(TunerValue.init(arrayLiteral: 1, "two"))  // [1,"two"]
    /// ```
    public var description: String { (try? json.written()) ?? "" }
}

extension TunerValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// JSON's null: `let value: TunerValue = nil`.
    public init(nilLiteral: ()) { json = .null }

    /// A boolean: `let value: TunerValue = true`.
    public init(booleanLiteral value: Bool) { json = .boolean(value) }

    /// A whole number: `let value: TunerValue = 3`.
    public init(integerLiteral value: Int64) { json = .integer(value) }

    /// A number: `let value: TunerValue = 0.5`.
    public init(floatLiteral value: Double) { json = .double(value) }

    /// A text: `let value: TunerValue = "red"`.
    public init(stringLiteral value: String) { json = .string(value) }

    /// An array: `let value: TunerValue = [1, 2]`.
    public init(arrayLiteral elements: TunerValue...) { json = .array(elements.map(\.json)) }

    /// An object: `let value: TunerValue = ["x": 1, "y": 2]`; of names that stand twice the last counts.
    public init(dictionaryLiteral members: (String, TunerValue)...) {
        json = .object(JSONObject(members.map { ($0.0, $0.1.json) }))
    }
}
