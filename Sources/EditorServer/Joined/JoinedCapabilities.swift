import JSONCore

/// What two servers can do together.
enum JoinedCapabilities {
    /// Joins two results of `initialize`; the names, and what is not known here, are those of the other server.
    static func of(_ own: JSON, _ other: JSON) -> JSON {
        guard case .object(var result) = other, case .object(let mine)? = own["capabilities"] else { return own }
        let others = other["capabilities"]?.members ?? JSONObject()
        var joined = others
        for member in mine.members where member.name != "positionEncoding" {
            joined[member.name] = capability(member.name, member.value, others[member.name] ?? .null)
        }
        result["capabilities"] = .object(joined)
        return .object(result)
    }

    private static func capability(_ name: String, _ own: JSON, _ other: JSON) -> JSON {
        switch name {
        case "textDocumentSync": synchronization(own, other)
        case "completionProvider": union(own, other, "triggerCharacters")
        case "executeCommandProvider": union(own, other, "commands")
        // A server that does not list its kinds has kinds that nobody knows.
        case "codeActionProvider": other == true ? true : union(own, other, "codeActionKinds")
        case "renameProvider": own
        case "codeLensProvider": ["resolveProvider": true]
        default: other == .null || other == false ? own : other
        }
    }

    /// The editor sends the documents as the other server wants them; this one reads all forms.
    private static func synchronization(_ own: JSON, _ other: JSON) -> JSON {
        var options: JSONObject
        switch other {
        case .object(let object): options = object
        case .integer: options = ["change": other]
        default: return own
        }
        options["openClose"] = true
        if options["change"] == nil || options["change"] == .integer(0) { options["change"] = own["change"] }
        return .object(options)
    }

    /// Joins two objects of options that have a list.
    private static func union(_ own: JSON, _ other: JSON, _ name: String) -> JSON {
        guard case .object(var options) = other else { return own }
        guard case .array(let mine)? = own[name] else { return other }
        guard case .array(let others)? = options[name] else {
            options[name] = .array(mine)
            return .object(options)
        }
        options[name] = .array(others + mine.filter { !others.contains($0) })
        return .object(options)
    }
}

extension JSON {
    fileprivate var members: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}
