import JSONCore

/// Makes a JSON value of what can be encoded.
struct ValueEncoder: Encoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let target: EncodedValue

    private init(_ target: EncodedValue, _ codingPath: [any CodingKey]) {
        self.target = target
        self.codingPath = codingPath
    }

    /// The JSON value of any value.
    static func json<Value: Encodable>(of value: Value) throws -> JSON {
        try json(of: value, at: [])
    }

    /// The same for a part of a value.
    static func json(of value: any Encodable, at path: [any CodingKey]) throws -> JSON {
        let target = EncodedValue()
        try value.encode(to: ValueEncoder(target, path))
        return target.json
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

    /// An encoder for a part that is written later, as a class does for its superclass.
    static func encoder(of target: EncodedValue, _ path: [any CodingKey]) -> any Encoder {
        ValueEncoder(target, path)
    }
}
