/// A type that describes its accepted values as a JSON Schema.
package protocol JSONDescribed {
    /// The schema, in JSON Schema draft 2020-12.
    static var schema: JSON { get }
}

extension String: JSONDescribed {
    package static var schema: JSON { ["type": "string"] }
}

extension Bool: JSONDescribed {
    package static var schema: JSON { ["type": "boolean"] }
}

extension Int64: JSONDescribed {
    package static var schema: JSON { ["type": "integer"] }
}

extension Double: JSONDescribed {
    package static var schema: JSON { ["type": "number"] }
}

extension JSON: JSONDescribed {
    /// A schema that accepts any value.
    package static var schema: JSON { .object(JSONObject()) }
}

extension JSONObject: JSONDescribed {
    package static var schema: JSON { ["type": "object"] }
}

extension Array: JSONDescribed where Element: JSONDescribed {
    package static var schema: JSON { ["type": "array", "items": Element.schema] }
}
