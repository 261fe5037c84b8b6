import JSONCore

/// A container that decodes one value.
struct SingleDecoding: SingleValueDecodingContainer {
    let codingPath: [any CodingKey]
    private let json: JSON

    init(_ json: JSON, _ codingPath: [any CodingKey]) {
        self.json = json
        self.codingPath = codingPath
    }

    func decodeNil() -> Bool { json == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try ValueDecoder.value(of: json, at: codingPath)
    }
}

/// A container that decodes the elements of an array.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0
    private let elements: [JSON]

    init(_ elements: [JSON], _ codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }

    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try next(Never?.self) == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decodeNext(type) { try ValueDecoder.value(of: $0, at: $1) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try decodeNext(JSONObject.self) { try ValueDecoder($0, $1).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try decodeNext([JSON].self) { try ValueDecoder($0, $1).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try decodeNext(JSON.self) { ValueDecoder($0, $1) }
    }

    /// Decodes the next element, and advances only if decoding does not throw.
    private mutating func decodeNext<Result>(
        _ type: Any.Type,
        _ body: (JSON, [any CodingKey]) throws -> Result
    ) throws -> Result {
        let result = try body(next(type), path)
        currentIndex += 1
        return result
    }

    private var path: [any CodingKey] { codingPath + [PathKey(currentIndex)] }

    private func next(_ type: Any.Type) throws -> JSON {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(codingPath: path, debugDescription: "the array has no more elements")
            )
        }
        return elements[currentIndex]
    }
}

/// A container that decodes the members of an object.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let members: JSONObject
    private let probe: OptionalProbe?

    init(_ members: JSONObject, _ codingPath: [any CodingKey], _ probe: OptionalProbe?) {
        self.members = members
        self.codingPath = codingPath
        self.probe = probe
    }

    var allKeys: [Key] { members.members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool {
        members[key.stringValue] != nil || probe?.claims(key.stringValue) == true
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        guard probe == nil || members[key.stringValue] != nil else { return false }
        return try member(key) == .null
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if members[key.stringValue] == nil { probe?.note(key.stringValue, type) }
        return try ValueDecoder.value(of: member(key), at: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(member(key), codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(member(key), codingPath + [key]).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        ValueDecoder(members["super"] ?? .null, codingPath + [PathKey("super")])
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ValueDecoder(try member(key), codingPath + [key])
    }

    private func member(_ key: Key) throws -> JSON {
        guard let json = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: codingPath, debugDescription: "it has no \(key.stringValue)")
            )
        }
        return json
    }
}
