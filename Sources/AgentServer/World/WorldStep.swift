import ConsoleCore
import JSONCore
import TunerAPI

/// What a world had before a change, for the keys and flags of that change.
struct WorldStep {
    /// A call that gives a part of it back.
    struct Call {
        let method: StaticString
        let params: JSON
    }

    /// The values before; nil for a key that the world had no value for.
    private(set) var values: [(key: String, value: JSON?)] = []
    /// The overrides before; nil for a flag that the world did not override.
    private(set) var flags: [(key: JSON, override: JSON?)] = []
    /// The secret keys of the change.
    private(set) var secrets: [String] = []

    /// Notes the value of a key; that of a whole tunable, if the key is one of its members.
    mutating func note(_ key: String, describedBy description: JSON?, _ contents: WorldContents) {
        let whole = description?["memberOf"]?.text ?? key
        if description?["secret"] == true { secrets.append(key) }
        guard !values.contains(where: { $0.key == whole }) else { return }
        // The daemon hides a secret value, so only what this session has set can return.
        let isHidden = description?["secret"] == true
        let own = (description?["layers"]?.elements ?? []).first { $0["origin"] == "world" }?["value"]
        values.append((whole, isHidden ? contents.values[whole] : own))
    }

    /// Notes the override of a flag.
    mutating func note(flag key: JSON, describedBy description: JSON?) {
        let override = description?["override"]?.object.flatMap { $0["origin"] == "world" ? $0 : nil }
        flags.append((key, override.map { .object($0) }))
    }

    /// The calls that give the world back what it had.
    var calls: [Call] {
        let kept = values.compactMap { entry in entry.value.map { (entry.key, $0) } }
        let update = Call(method: API.Tunables.update.name, params: ["values": .object(JSONObject(kept))])
        let sets = kept.isEmpty ? [] : [update]
        let resets = values.filter { $0.value == nil }.map {
            Call(method: API.Tunables.reset.name, params: ["key": .string($0.key)])
        }
        return sets + resets + flags.map(Self.call)
    }

    /// What the calls do to flags, as edits.
    var flagEdits: [JSON] {
        flags.map { flag in flag.override.map { Self.parameters(flag.key, $0) } ?? ["key": flag.key, "reset": true] }
    }

    /// Returns the parameters of `flags.set` that set an override.
    fileprivate static func parameters(_ key: JSON, _ override: JSON) -> JSON {
        var params: JSONObject = ["key": key]
        params["variant"] = override["variant"]
        if override["variant"] == nil { params["value"] = override["value"] }
        return .object(params)
    }

    private static func call(_ flag: (key: JSON, override: JSON?)) -> Call {
        guard let override = flag.override else { return Call(method: API.Flags.reset.name, params: ["key": flag.key]) }
        return Call(method: API.Flags.set.name, params: parameters(flag.key, override))
    }
}

/// What a session has set in its world, without temporary values.
struct WorldContents {
    private(set) var values = JSONObject()
    /// The parameters of `flags.set`, by the key of the flag.
    private(set) var flags = JSONObject()

    mutating func note(_ change: AgentChange) {
        for member in change.values.members { values[member.name] = member.value }
        for flag in change.flags {
            if let key = flag["key"]?.text { flags[key] = flag }
        }
    }

    /// Removes what a step has undone, or stores what was there before.
    mutating func forget(_ step: WorldStep) {
        for (key, value) in step.values {
            // The step has the value of a whole tunable, of which the session may have set single members.
            for member in values.members where member.name.hasPrefix("\(key).") { values[member.name] = nil }
            values[key] = value
        }
        for (key, override) in step.flags {
            guard let name = key.text else { continue }
            flags[name] = override.map { WorldStep.parameters(key, $0) }
        }
    }
}
