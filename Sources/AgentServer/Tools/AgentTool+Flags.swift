import ConsoleCore
import JSONCore
import TunerAPI

// The tools that read flags and layers.
extension AgentTool {
    static let flags = [flagList, flagExplain]

    private static let flagList = AgentTool(
        name: "tuner_flag_list",
        title: "List flags",
        summary: "List feature flags with their variants and overrides, 50 a page; next page: after.",
        effect: .reads,
        schema: ToolSchema(API.Flags.list, "after").addingLimit(50, most: 200)
    ) { call in
        let most = call.pageLimit(50)
        readFlags(call, after: call.arguments["after"], most, []) { entries, hasMore in
            var facts: JSONObject = ["flags": .array(entries)]
            var text = FlagText.lines(entries.compactMap { $0.read(as: ListedFlag.self) })
            if hasMore, let last = entries.last?["key"] {
                facts["after"] = last
                text += "more: call again with after \(JSONText.compact(last))"
            }
            call.finish(text.isEmpty ? "no flag" : text, facts)
        }
    }

    /// Reads flags until a page has its number of allowed ones, so that no page ends at another flag.
    private static func readFlags(
        _ call: ToolCall,
        after: JSON?,
        _ most: Int,
        _ entries: [JSON],
        _ handle: @escaping (_ entries: [JSON], _ hasMore: Bool) -> Void
    ) {
        var params: JSONObject = ["limit": .integer(Int64(most))]
        params["after"] = after
        call.daemon(API.Flags.list, params) { result in
            let found = result["flags"]?.elements ?? []
            let entries = entries + call.context.limits.allowed(found)
            let hasMore = result["more"] == true
            guard hasMore, entries.count < most, let last = found.last?["key"] else {
                return handle(Array(entries.prefix(most)), hasMore || entries.count > most)
            }
            readFlags(call, after: last, most, entries, handle)
        }
    }

    private static let flagExplain = AgentTool(
        name: "tuner_flag_explain",
        title: "Explain a flag",
        summary: "Evaluate a flag in a context, and explain which rule, override or kill switch decides.",
        effect: .reads,
        schema: ToolSchema(API.Flags.evaluate, "key", "context")
    ) { call in
        var params = call.arguments
        let key = call.text("key") ?? ""
        if let fault = call.context.limits.fault(in: [key]) { return call.fail(fault) }
        params["explain"] = true
        call.daemon(API.Flags.evaluate, params) { result in
            guard result["errorCode"] != "FLAG_NOT_FOUND" else {
                return call.fail(result["errorMessage"]?.text ?? "there is no flag \(key.shown)")
            }
            call.finish(ExplanationText.text(of: result), result.object ?? [:])
        }
    }

    static let layers = AgentTool(
        name: "tuner_layers",
        title: "List layers",
        summary: "List the layers, which are named sets of values, and which of them are active.",
        effect: .reads,
        schema: ToolSchema()
    ) { call in
        call.daemon(API.Layers.list) { result in
            VisibleLayers.read(result["layers"]?.elements ?? [], call) { entries in
                let layers = entries.compactMap { $0.read(as: ListedLayer.self) }
                let text = layers.isEmpty ? "no layer" : LayerText.list(layers)
                call.finish(text, ["layers": .array(entries)])
            }
        }
    }
}
