import JSONCore

/// Encodes one value.
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

/// Encodes the elements of an array.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    private let target: EncodedValue

    init(_ target: EncodedValue, _ codingPath: [any CodingKey]) {
        self.target = target
        self.codingPath = codingPath
        target.beginElements()
    }

    var count: Int { target.count }

    private var path: [any CodingKey] { codingPath + [PlaceKey(count)] }

    func encodeNil() { target.append(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
        target.append(try PlainValue.json(of: value, at: path))
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let path = path
        return KeyedEncodingContainer(KeyedEncoding<Key>(target.appendGrowing(), path))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = path
        return UnkeyedEncoding(target.appendGrowing(), path)
    }

    func superEncoder() -> any Encoder {
        let path = path
        return ValueEncoder.encoder(of: target.appendGrowing(), path)
    }
}

/// Encodes the members of an object.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let target: EncodedValue

    init(_ target: EncodedValue, _ codingPath: [any CodingKey]) {
        self.target = target
        self.codingPath = codingPath
        target.beginMembers()
    }

    func encodeNil(forKey key: Key) { target.set(.null, for: key.stringValue) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        target.set(try PlainValue.json(of: value, at: codingPath + [key]), for: key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedEncoding<Nested>(target.growing(for: key.stringValue), codingPath + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(target.growing(for: key.stringValue), codingPath + [key])
    }

    func superEncoder() -> any Encoder { superEncoder(named: "super") }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(named: key.stringValue) }

    private func superEncoder(named name: String) -> any Encoder {
        ValueEncoder.encoder(of: target.growing(for: name), codingPath + [PlaceKey(name)])
    }
}
