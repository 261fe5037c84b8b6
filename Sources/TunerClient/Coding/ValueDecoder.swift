import JSONCore

/// A decoder that reads a JSON value.
struct ValueDecoder: Decoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let json: JSON
    private let probe: OptionalProbe?

    init(_ json: JSON, _ codingPath: [any CodingKey], probe: OptionalProbe? = nil) {
        self.json = json
        self.codingPath = codingPath
        self.probe = probe
    }

    /// Decodes a value of any type.
    static func value<Value: Decodable>(of json: JSON, at path: [any CodingKey] = []) throws -> Value {
        if let value = PlainValue.value(of: json, as: Value.self) { return value }
        guard !PlainValue.isPlain(Value.self) else { throw mismatch(Value.self, json, path) }
        do {
            return try Value(from: ValueDecoder(json, path))
        } catch {
            guard case .string(let name) = json, let encoded = CaseName.encoded(name, as: Value.self),
                let value = try? Value(from: ValueDecoder(encoded, path))
            else { throw error }
            return value
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else {
            throw ValueDecoder.mismatch(JSONObject.self, json, codingPath)
        }
        return KeyedDecodingContainer(KeyedDecoding<Key>(members, codingPath, probe))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else {
            throw ValueDecoder.mismatch([JSON].self, json, codingPath)
        }
        return UnkeyedDecoding(elements, codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleDecoding(json, codingPath)
    }

    static func mismatch(_ type: Any.Type, _ json: JSON, _ path: [any CodingKey]) -> DecodingError {
        .typeMismatch(
            type,
            DecodingError.Context(codingPath: path, debugDescription: "it is \(json.kind.words)")
        )
    }
}
