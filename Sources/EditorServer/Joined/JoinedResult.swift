import JSONCore

/// One result from the results of two servers to the same request.
enum JoinedResult {
    /// The methods that this server has, and other servers may have, too.
    static let methods: Set<String> = [
        "textDocument/hover", "textDocument/completion", "textDocument/codeAction", "textDocument/inlayHint",
        "textDocument/codeLens", "textDocument/documentColor", "textDocument/colorPresentation",
        "textDocument/definition", "textDocument/references", "textDocument/prepareRename", "textDocument/rename",
    ]

    /// Returns the result to a method; null for a server without a result.
    static func of(_ method: String, own: JSON, other: JSON) -> JSON {
        switch method {
        case "initialize": JoinedCapabilities.of(own, other)
        case "textDocument/hover": hover(own, other)
        case "textDocument/completion": completion(own, other)
        case "textDocument/definition", "textDocument/prepareRename", "textDocument/rename", "shutdown":
            // The place is a key, or something that only the other server knows.
            own.isNothing ? other : own
        default: list(own, other)
        }
    }

    private static func list(_ own: JSON, _ other: JSON) -> JSON {
        switch (own, other) {
        case (.array(let own), .array(let other)): .array(own.map(tagged) + other)
        case (.array(let own), .null): .array(own.map(tagged))
        default: other
        }
    }

    private static func completion(_ own: JSON, _ other: JSON) -> JSON {
        let (items, isPart) = completionItems(own)
        let (others, areParts) = completionItems(other)
        return ["isIncomplete": .boolean(isPart || areParts), "items": .array(items.map(tagged) + others)]
    }

    private static func completionItems(_ result: JSON) -> (items: [JSON], isIncomplete: Bool) {
        if case .array(let items) = result { return (items, false) }
        guard case .array(let items)? = result["items"] else { return ([], false) }
        return (items, result["isIncomplete"] == true)
    }

    private static func hover(_ own: JSON, _ other: JSON) -> JSON {
        guard let mine = own["contents"], let contents = other["contents"] else { return own.isNothing ? other : own }
        let texts = [markdown(mine), markdown(contents)].filter { !$0.isEmpty }
        var hover: JSONObject = [
            "contents": ["kind": "markdown", "value": .string(texts.joined(separator: "\n\n---\n\n"))]
        ]
        hover["range"] = own["range"] ?? other["range"]
        return .object(hover)
    }

    /// Returns the text of a hover in one of the forms of the protocol.
    private static func markdown(_ contents: JSON) -> String {
        switch contents {
        case .string(let text): text
        case .array(let parts): parts.map(markdown).joined(separator: "\n\n")
        case .object(let object):
            if case .string(let language)? = object["language"], case .string(let code)? = object["value"] {
                "```\(language)\n\(code)\n```"
            } else if case .string(let text)? = object["value"] {
                text
            } else {
                ""
            }
        case .null, .boolean, .integer, .double: ""
        }
    }

    // MARK: Resolving

    private static let tag = "tuner"

    /// Returns an item of this server whose data says so: the editor sends it back to be resolved.
    private static func tagged(_ item: JSON) -> JSON {
        guard case .object(var object) = item else { return item }
        object["data"] = .object([tag: object["data"] ?? .null])
        return .object(object)
    }

    /// Returns an item as this server has sent it; nil for an item of the other server.
    static func untagged(_ item: JSON) -> JSON? {
        guard case .object(var object) = item, case .object(let data)? = object["data"], let own = data[tag] else {
            return nil
        }
        let none: JSON? = nil
        object["data"] = own == .null ? none : own
        return .object(object)
    }
}

extension JSON {
    /// Whether the value is null, or an array without elements.
    fileprivate var isNothing: Bool { self == .null || self == .array([]) }
}
