import JSONCore
import SystemCore

/// The schemas of the structures that the program has declared.
///
/// To describe a structure, the library decodes it several times for each member. A program may create a declaration
/// often, such as for each instance of a class. So the library describes a structure once for each key, type and default.
final class SchemaCache: Sendable {
    private struct Name: Hashable {
        let key: String
        let type: ObjectIdentifier
    }

    private let known = KernelMutex<[Name: (example: JSON, schema: JSONObject)]>([:])

    /// Returns the schema of a type with the encoded default of a key; nil if the type is not known without a value.
    func schema(of type: Any.Type, _ encoded: EncodedValue, _ json: JSON, for key: String) -> JSONObject? {
        guard case .object = json else { return ValueSchema.of(type, json) ?? SchemaCache.schema(ofAbsent: type, json) }
        let name = Name(key: key, type: ObjectIdentifier(type))
        if let known = known.withLock({ $0[name] }), known.example == json { return known.schema }
        // Decode without the lock: the program's code may declare another structure.
        guard var schema = ValueSchema.of(type, json) else { return nil }
        schema.describeMembers(of: encoded)
        known.withLock { [schema] in $0[name] = (json, schema) }
        return schema
    }

    /// Returns the schema of an optional without a value; nil for another type, or if the wrapped type is not known.
    private static func schema(ofAbsent type: Any.Type, _ json: JSON) -> JSONObject? {
        guard json == .null, let type = (type as? any OptionalTyped.Type)?.wrappedType as? any Decodable.Type else {
            return nil
        }
        return ValueSchema.ofAbsent(type) ?? JSONObject.schema(ofAbsent: type)
    }
}
