import JSONCore

/// What was encoded so far; containers that are open at the same time share it.
final class EncodedValue {
    private enum Content {
        case none
        case single(JSON)
        case elements([EncodedValue])
        case members([(name: String, value: EncodedValue)])
    }

    private var content = Content.none

    /// The value; an empty object where nothing was encoded.
    var json: JSON {
        switch content {
        case .none: .object(JSONObject())
        case .single(let json): json
        case .elements(let values): .array(values.map(\.json))
        case .members(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }

    /// How many elements there are.
    var count: Int {
        guard case .elements(let values) = content else { return 0 }
        return values.count
    }

    func set(_ json: JSON) { content = .single(json) }

    func beginElements() {
        guard case .none = content else { return }
        content = .elements([])
    }

    func beginMembers() {
        guard case .none = content else { return }
        content = .members([])
    }

    /// Appends an element that somebody encodes; returns it.
    func append() -> EncodedValue {
        let value = EncodedValue()
        if case .elements(var values) = content {
            // Held by nobody else, the elements are not copied.
            content = .none
            values.append(value)
            content = .elements(values)
        }
        return value
    }

    /// Appends a member that somebody encodes; returns it.
    func append(_ name: String) -> EncodedValue {
        let value = EncodedValue()
        if case .members(var members) = content {
            content = .none
            members.append((name, value))
            content = .members(members)
        }
        return value
    }
}
