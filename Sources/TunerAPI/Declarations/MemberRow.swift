package import JSONCore

/// A member of a parameter that is an object or a list of objects, as the texts about a method name it.
package struct MemberRow {
    /// The path from the parameter: `faults[].key`.
    package let path: String
    /// The type of the value: "a string".
    package let type: String
    package let isRequired: Bool
    package let summary: String

    /// Returns the rows of the members of a parameter; empty if its schema has no members.
    package static func rows(of parameter: JSONMemberTable.Member) -> [MemberRow] {
        rows(of: parameter.schema, at: parameter.name.description)
    }

    private static func rows(of schema: JSON, at path: String) -> [MemberRow] {
        if let items = schema["items"] { return rows(of: items, at: "\(path)[]") }
        guard case .object(let properties)? = schema["properties"] else { return [] }
        var required: [JSON] = []
        if case .array(let names)? = schema["required"] { required = names }
        return properties.members.flatMap { member in
            let path = "\(path).\(member.name)"
            let row = MemberRow(
                path: path,
                type: type(of: member.value),
                isRequired: required.contains(.string(member.name)),
                summary: text(member.value["description"])
            )
            return [row] + rows(of: member.value, at: path)
        }
    }

    private static func type(of schema: JSON) -> String {
        switch text(schema["type"]) {
        case "string": "a string"
        case "boolean": "true or false"
        case "integer": "a whole number"
        case "number": "a number"
        case "object": "an object"
        case "array": "an array"
        default: "a value"
        }
    }

    private static func text(_ value: JSON?) -> String {
        guard case .string(let text)? = value else { return "" }
        return text
    }
}
