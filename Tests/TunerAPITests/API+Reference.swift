import JSONCore
import TunerAPI

extension API {
    /// The methods as `protocol.md` lists them.
    static var reference: String {
        methods.map(\.reference).joined(separator: "\n")
    }
}

extension AnyMethodDeclaration {
    fileprivate var reference: String {
        var text = "### `\(name)`\n\n\(summary) It \(access.rawValue).\n"
        if !parameters.members.isEmpty {
            text += "\n| parameter | is | |\n|---|---|---|\n"
            for member in parameters.members {
                let presence = member.isRequired ? "" : ", or absent"
                text += "| `\(member.name)` | \(member.expectation)\(presence) | \(member.summary) |\n"
            }
        }
        if case .object(let schema) = resultSchema, case .object(let properties) = schema["properties"] {
            text += "\n| result | |\n|---|---|\n"
            for property in properties.members {
                text += "| `\(property.name)` | \(property.value.summary) |\n"
            }
        }
        if !errors.isEmpty {
            text += "\nErrors of its own: \(errors.map { "`\($0.rawValue)`" }.joined(separator: ", ")).\n"
        }
        text += "\n```\n"
        for example in examples {
            text += "→ \(name)\(example.params.isEmpty ? "" : " ")\(example.params)\n← \(example.result)\n"
        }
        return text + "```\n"
    }
}

extension JSON {
    /// What a property's schema says of it.
    fileprivate var summary: String {
        guard case .object(let schema) = self, case .string(let text) = schema["description"] else { return "" }
        return text
    }
}
