import JSONCore

/// An encoder that produces a JSON value.
struct ValueEncoder: Encoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let target: EncodedValue

    private init(_ target: EncodedValue, _ codingPath: [any CodingKey]) {
        self.target = target
        self.codingPath = codingPath
    }

    /// Returns the JSON of a value of any type.
    static func json<Value: Encodable>(of value: Value) throws -> JSON {
        try PlainValue.json(of: value, at: [])
    }

    /// Returns the JSON of a part of a value, with the part's path for errors.
    static func json(of value: any Encodable, at path: [any CodingKey]) throws -> JSON {
        let target = EncodedValue()
        try value.encode(to: ValueEncoder(target, path))
        let json = target.json
        return CaseName.name(of: value, encodedAs: json).map { .string($0) } ?? json
    }

    /// Encodes a value of any type, with the sources of its members.
    static func encoded<Value: Encodable>(_ value: Value, at path: [any CodingKey] = []) throws -> EncodedValue {
        let target = EncodedValue(of: value)
        if PlainValue.isPlain(Value.self) || value is TunerValue {
            target.set(try PlainValue.json(of: value, at: path))
        } else {
            try value.encode(to: ValueEncoder(target, path))
            if let name = CaseName.name(of: value, encodedAs: target.json) { target.set(.string(name)) }
        }
        return target
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedEncoding<Key>(target, codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(target, codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleEncoding(target, codingPath)
    }

    /// Returns an encoder for a part that is written later, such as the part of a superclass.
    static func encoder(of target: EncodedValue, _ path: [any CodingKey]) -> any Encoder {
        ValueEncoder(target, path)
    }
}
