import ConsoleCore
import JSONCore
import TunerAPI

/// The layers as an agent may see them: only what concerns the keys of its session.
enum VisibleLayers {
    /// The members of a listed layer that contain no key.
    private static let members = ["name", "active", "version", "ttl", "age", "stale", "end", "killSwitch"]

    /// Calls `handle` with the layers that have allowed values, flags or locks, and with the numbers of these.
    static func read(_ listed: [JSON], _ call: ToolCall, _ handle: @escaping ([JSON]) -> Void) {
        guard call.context.limits.isLimited else { return handle(listed) }
        var visible: [JSON] = []
        inOrder(listed) { layer, next in
            // The layer may have ended since the list was made.
            call.context.daemon.call(API.Layers.get.name, ["name": layer["name"] ?? ""]) { result in
                switch result {
                case .success(let content):
                    if let entry = entry(layer, content, call.context.limits) { visible.append(entry) }
                    next()
                case .failure(.refused): next()
                case .failure(let failure): call.fail(failure)
                }
            }
        } then: {
            handle(visible)
        }
    }

    /// Returns what an agent may see of a layer; nil if nothing in it concerns allowed keys.
    private static func entry(_ layer: JSON, _ content: JSON, _ limits: KeyLimits) -> JSON? {
        var entry = JSONObject()
        for name in members { entry[name] = layer[name] }
        let names = ["values", "flags"].map { content[$0]?.object?.members.map(\.name).filter(limits.allows) ?? [] }
        let hidden = (content["secrets"]?.elements ?? []).compactMap(\.text).filter(limits.allows)
        let locks = (layer["locks"]?.elements ?? []).filter { limits.allows($0.text ?? "") }
        let values = Set(names[0]).union(hidden)
        guard !values.isEmpty || !names[1].isEmpty || !locks.isEmpty else { return nil }
        (entry["values"], entry["flags"]) = (.integer(Int64(values.count)), .integer(Int64(names[1].count)))
        entry["locks"] = .array(locks)
        return .object(entry)
    }
}
