extension TunerValue {
    /// Creates a boolean from a variable: `["isGuest": TunerValue(isGuest)]`.
    public init(_ value: Bool) { self = .bool(value) }

    /// Creates an integer from a variable: `["age": TunerValue(age)]`.
    public init(_ value: Int) { self = .integer(Int64(value)) }

    /// Creates a number from a variable: `["height": TunerValue(height)]`.
    public init(_ value: Double) { self = .number(value) }

    /// Creates a string from a variable: `["plan": TunerValue(plan)]`.
    public init(_ value: String) { self = .string(value) }
}

extension TunerValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates JSON's null: `let value: TunerValue = nil`.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a boolean: `let value: TunerValue = true`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an integer: `let value: TunerValue = 3`.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a number: `let value: TunerValue = 0.5`.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a string: `let value: TunerValue = "red"`.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array: `let value: TunerValue = [1, 2]`.
    public init(arrayLiteral elements: TunerValue...) { self = .array(elements) }

    /// Creates an object: `let value: TunerValue = ["x": 1, "y": 2]`.
    ///
    /// If a name occurs twice, the last value is used.
    public init(dictionaryLiteral members: (String, TunerValue)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
}
