/// An object with arbitrary names and values of one type, which keeps the order of its members.
package struct JSONMap<Value: JSONMember & Sendable>: JSONMember, Sendable {
    package var entries: [(name: String, value: Value)] = []

    package init() {}

    package static var expectation: String { "an object, each value \(Value.expectation)" }

    package static var schema: JSON { ["type": "object", "additionalProperties": Value.schema] }

    /// Creates a map from an object; if a name is repeated, the last value replaces the first in its position.
    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard range.kind == .object else { throw JSONMismatch() }
        var indices = JSONObject()
        var members = JSONMembers(of: range)
        while let (name, value) = members.next(in: text) {
            let name = name.string(in: text) ?? ""
            let value = try Value(value, in: text)
            if case .integer(let index) = indices[name] {
                entries[Int(index)].value = value
            } else {
                indices[name] = .integer(Int64(entries.count))
                entries.append((name, value))
            }
        }
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.beginObject()
        for (name, value) in entries {
            writer.name(name)
            try value.write(to: &writer)
        }
        writer.endObject()
    }
}
