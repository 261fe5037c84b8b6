import JSONCore
import TunerAPI

extension API {
    /// The methods as `protocol.md` lists them.
    static var reference: String {
        methods.map(\.reference).joined(separator: "\n")
    }

    /// The notifications as `protocol.md` lists them.
    static var notificationReference: String {
        notifications.map(\.reference).joined(separator: "\n")
    }

    /// The table of error kinds in `protocol.md`.
    static var errorReference: String {
        "| kind | code | meaning | action | members of `data` |\n|---|---|---|---|---|\n"
            + ErrorKind.allCases.map(\.reference).joined()
    }
}

extension ErrorKind {
    fileprivate var reference: String {
        let facts = facts.map { "`\($0)`" }.joined(separator: ", ")
        return "| `\(rawValue)` | \(code) | \(summary) | \(advice) | \(facts) |\n"
    }
}

extension AnyMethodDeclaration {
    fileprivate var reference: String {
        var text = "### `\(name)`\n\n\(summary) Access: \(access.rawValue).\n"
        if !parameters.members.isEmpty {
            text += "\n| parameter | type | meaning |\n|---|---|---|\n"
            for member in parameters.members {
                let presence = member.isRequired ? "" : ", optional"
                text += "| `\(member.name)` | \(member.expectation)\(presence) | \(member.summary) |\n"
                for row in MemberRow.rows(of: member) {
                    let presence = row.isRequired ? "" : ", optional"
                    text += "| `\(row.path)` | \(row.type)\(presence) | \(row.summary) |\n"
                }
            }
        }
        let rows = resultSchema.rows()
        if !rows.isEmpty {
            text += "\n| member of the result | type | meaning |\n|---|---|---|\n" + rows.joined()
        }
        if !errors.isEmpty {
            text += "\nErrors: \(errors.map { "`\($0.rawValue)`" }.joined(separator: ", ")).\n"
        }
        text += "\n```\n"
        for example in examples {
            text += "→ \(name)\(example.params.isEmpty ? "" : " ")\(example.params)\n← \(example.result)\n"
        }
        return text + "```\n"
    }
}

extension AnyNotificationDeclaration {
    fileprivate var reference: String {
        var text = "### `\(name)`\n\n\(summary)\n\n| member | type | meaning |\n|---|---|---|\n"
        text += parameters.schema.rows().joined()
        for example in examples {
            text += "\n```\n"
            for call in example.calls { text += "→ \(call)\n" }
            text += #"← {"jsonrpc":"2.0","method":"\#(name)","params":\#(example.params)}"# + "\n```\n"
        }
        return text
    }
}

extension JSON {
    /// The rows of a table of the members of an object with this schema, and of the objects in it.
    fileprivate func rows(of path: String = "") -> [String] {
        if case .array(let schemas)? = self["anyOf"] { return schemas.flatMap { $0.rows(of: path) } }
        guard case .object(let properties)? = self["properties"] else { return [] }
        var required: [JSON] = []
        if case .array(let names)? = self["required"] { required = names }
        return properties.members.flatMap { member in
            let presence = required.contains(.string(member.name)) ? "" : ", optional"
            let row = "| `\(path)\(member.name)` | \(member.value.type)\(presence) | \(member.value.summary) |\n"
            return [row] + member.value.rows(of: "\(path)\(member.name).")
                + (member.value["items"]?.rows(of: "\(path)\(member.name)[].") ?? [])
                + (member.value["additionalProperties"]?.rows(of: "\(path)\(member.name).NAME.") ?? [])
        }
    }

    /// The type that a schema allows, as the tables name it.
    private var type: String {
        guard case .string(let type)? = self["type"] else { return "any value" }
        guard type == "array", let items = self["items"] else { return type }
        return "array of \(items.type == "any value" ? "any values" : "\(items.type)s")"
    }

    /// The meaning of a property from its schema.
    fileprivate var summary: String {
        guard case .object(let schema) = self, case .string(let text) = schema["description"] else { return "" }
        return text
    }
}
