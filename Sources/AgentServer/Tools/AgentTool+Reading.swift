import ConsoleCore
import JSONCore
import TunerAPI

// The tools that read tunables, their history and their subscribers.
extension AgentTool {
    static let reading = [list, get, describe, history, applied]

    private static let list = AgentTool(
        name: "tuner_list",
        title: "List tunables",
        summary: "List keys with values and limits, 50 a page. Use match (ui.*) or search; next page: after.",
        effect: .reads,
        schema: ToolSchema(API.Tunables.list, "match", "search", "after").addingLimit(50, most: 200)
    ) { call in
        var params = call.arguments
        let search = call.context.limits.search(params["match"])
        params["match"] = search.match
        params["limit"] = call.limit(50)
        call.daemon(API.Tunables.list, params) { result in
            let found = result["tunables"]?.elements ?? []
            let entries = found.filter { search.isFound($0["key"]?.text ?? "") }
            var facts: JSONObject = ["tunables": .array(entries.map(short))]
            var text = entries.map(line).joined(separator: "\n")
            if result["more"] == true, let last = found.last?["key"] {
                facts["after"] = last
                text += "\nmore: call again with after \(JSONText.compact(last))"
            }
            call.finish(text.isEmpty ? "no key matches" : text, facts)
        }
    }

    private static let get = AgentTool(
        name: "tuner_get",
        title: "Get values",
        summary: "Get the values of keys and their origins: world is this session, local is shared.",
        effect: .reads,
        schema: ToolSchema().adding(
            "keys",
            ["type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 50],
            "The keys.",
            isRequired: true
        )
    ) { call in
        let keys = Array(call.texts("keys").prefix(50))
        if let fault = call.context.limits.fault(in: keys) { return call.fail(fault) }
        var entries: [JSON] = []
        inOrder(keys) { key, next in
            call.daemon(API.Tunables.describe, ["key": .string(key)]) { described in
                var entry: JSONObject = ["key": .string(key)]
                (entry["value"], entry["origin"]) = (described["value"], described["origin"])
                entry["secret"] = described["secret"]
                entries.append(.object(entry))
                next()
            }
        } then: {
            let lines = entries.map { entry in
                let key = (entry["key"]?.text ?? "").shownWhole
                return "\(key) = \(ValueText.line(entry["value"])) (\(entry["origin"]?.text ?? ""))"
            }
            call.finish(lines.joined(separator: "\n"), ["values": .array(entries)])
        }
    }

    private static let describe = AgentTool(
        name: "tuner_describe",
        title: "Describe a tunable",
        summary: "Explain a key: its declaration, every origin of a value, and the programs that read it.",
        effect: .reads,
        schema: ToolSchema(API.Tunables.describe, "key")
    ) { call in
        let key = call.text("key") ?? ""
        if let fault = call.context.limits.fault(in: [key]) { return call.fail(fault) }
        call.daemon(API.Tunables.describe, ["key": .string(key)]) { result in
            var facts = result.object ?? JSONObject()
            if let nearest = facts["nearest"]?.text, !call.context.limits.allows(nearest) { facts["nearest"] = nil }
            let text = result.read(as: DescribeResult.self).map { DescriptionText.text(of: $0) }
            let question = facts["nearest"]?.text.map { "did you mean \($0.shown)?\n" } ?? ""
            call.finish((text ?? "") + question, facts)
        }
    }

    private static let history = AgentTool(
        name: "tuner_history",
        title: "Show changes",
        summary: "List the last commits of the shared values: who changed what. Older ones: before.",
        effect: .reads,
        schema: ToolSchema(API.Tunables.history, "match", "before").addingLimit(10, most: 50)
    ) { call in
        var params = call.arguments
        let search = call.context.limits.search(params["match"])
        params["match"] = search.match
        params["limit"] = call.limit(10)
        call.daemon(API.Tunables.history, params) { result in
            let commits = (result["commits"]?.elements ?? []).map(call.context.limits.allowed).filter {
                !call.context.limits.isLimited || hasChange(in: $0, search.isFound)
            }
            let text = commits.compactMap { $0.read(as: CommitRecord.self) }.map(CommitText.lines).joined()
            call.finish(text.isEmpty ? "no commit" : text, ["commits": .array(commits)])
        }
    }

    private static let applied = AgentTool(
        name: "tuner_applied",
        title: "Show which programs use values",
        summary: "List the programs that subscribe to keys, and whether they have applied the newest values.",
        effect: .reads,
        schema: ToolSchema(API.Tunables.subscribers, "keys")
    ) { call in
        if let fault = call.context.limits.fault(in: call.texts("keys")) { return call.fail(fault) }
        guard call.arguments["keys"] != nil || !call.context.limits.isLimited else {
            return call.fail("name the keys: the argument keys is missing")
        }
        call.daemon(API.Tunables.subscribers, call.arguments) { result in
            let lines = (result["subscribers"]?.elements ?? []).map { program in
                let reasons = (program["refused"]?.elements ?? []).map {
                    " \($0["key"]?.text ?? ""): \($0["reason"]?.text ?? "")"
                }
                let name = "\((program["client"]?.text ?? "").shownWhole)[\(ValueText.line(program["pid"]))]"
                return "\(name) \(program["state"]?.text ?? "")\(reasons.joined(separator: ";"))"
            }
            call.finish(lines.isEmpty ? "no program subscribes" : lines.joined(separator: "\n"), result.object ?? [:])
        }
    }

    // MARK: Entries

    /// Whether a commit has a visible change of a key that was searched.
    private static func hasChange(in commit: JSON, _ isFound: (String) -> Bool) -> Bool {
        let entries = ["changes", "flags"].flatMap { commit[$0]?.elements ?? [] }
        let names = (commit["names"]?.elements ?? []).compactMap(\.text)
        return (entries.compactMap { $0["key"]?.text } + names).contains(where: isFound)
    }

    /// Returns a listed tunable with its declaration as one line.
    private static func short(_ tunable: JSON) -> JSON {
        var entry = JSONObject()
        for name in ["key", "value", "origin", "secret"] { entry[name] = tunable[name] }
        entry["declared"] = tunable["spec"]?.object.map { .string(SpecText.line($0)) }
        return .object(entry)
    }

    private static func line(_ tunable: JSON) -> String {
        let spec = tunable["spec"]?.object.map { "; \(SpecText.line($0))" } ?? "; not declared"
        let key = (tunable["key"]?.text ?? "").shownWhole
        return "\(key) = \(ValueText.short(tunable["value"])) (\(tunable["origin"]?.text ?? "")\(spec))"
    }
}
