import JSONCore

/// A container that encodes one value.
struct SingleEncoding: SingleValueEncodingContainer {
    let codingPath: [any CodingKey]
    private let target: EncodedValue

    init(_ target: EncodedValue, _ codingPath: [any CodingKey]) {
        self.target = target
        self.codingPath = codingPath
    }

    func encodeNil() { target.set(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
        target.set(try PlainValue.json(of: value, at: codingPath))
    }
}

/// A container that encodes the elements of an array.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    private let target: EncodedValue

    init(_ target: EncodedValue, _ codingPath: [any CodingKey]) {
        self.target = target
        self.codingPath = codingPath
        target.beginElements()
    }

    var count: Int { target.count }

    private var path: [any CodingKey] { codingPath + [PathKey(count)] }

    func encodeNil() { target.append().set(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
        let json = try PlainValue.json(of: value, at: path)
        target.append().set(json)
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let path = path
        return KeyedEncodingContainer(KeyedEncoding<Key>(target.append(), path))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = path
        return UnkeyedEncoding(target.append(), path)
    }

    func superEncoder() -> any Encoder {
        let path = path
        return ValueEncoder.encoder(of: target.append(), path)
    }
}

/// A container that encodes the members of an object.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let target: EncodedValue

    init(_ target: EncodedValue, _ codingPath: [any CodingKey]) {
        self.target = target
        self.codingPath = codingPath
        target.beginMembers()
    }

    func encodeNil(forKey key: Key) { target.append(key.stringValue).set(.null) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        target.append(key.stringValue, try ValueEncoder.encoded(value, at: codingPath + [key]))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedEncoding<Nested>(target.append(key.stringValue), codingPath + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(target.append(key.stringValue), codingPath + [key])
    }

    func superEncoder() -> any Encoder { superEncoder(named: "super") }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(named: key.stringValue) }

    private func superEncoder(named name: String) -> any Encoder {
        ValueEncoder.encoder(of: target.append(name), codingPath + [PathKey(name)])
    }
}
