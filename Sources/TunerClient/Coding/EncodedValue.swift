import JSONCore

/// A value that is being encoded, shared by the containers that are open at the same time.
final class EncodedValue {
    private enum Content {
        case none
        case single(JSON)
        case elements([EncodedValue])
        case members([(name: String, value: EncodedValue)])
    }

    /// The value before its encoding; nil for a part that a type encodes by a nested container.
    let source: (any Encodable)?
    private var content = Content.none

    init(of source: (any Encodable)? = nil) {
        self.source = source
    }

    /// The JSON value; an empty object if nothing was encoded.
    var json: JSON {
        switch content {
        case .none: .object(JSONObject())
        case .single(let json): json
        case .elements(let values): .array(values.map(\.json))
        case .members(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }

    /// The number of elements; 0 if the value is not an array.
    var count: Int {
        guard case .elements(let values) = content else { return 0 }
        return values.count
    }

    /// The members in the order of their encoding; none if the value is not an object.
    var members: [(name: String, value: EncodedValue)] {
        guard case .members(let members) = content else { return [] }
        return members
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

    /// Appends an empty element and returns it.
    func append() -> EncodedValue {
        let value = EncodedValue()
        if case .elements(var values) = content {
            // Drop the reference in `content` first, so that `append` does not copy the elements.
            content = .none
            values.append(value)
            content = .elements(values)
        }
        return value
    }

    /// Appends an empty member and returns it.
    func append(_ name: String) -> EncodedValue {
        let value = EncodedValue()
        append(name, value)
        return value
    }

    func append(_ name: String, _ value: EncodedValue) {
        if case .members(var members) = content {
            content = .none
            members.append((name, value))
            content = .members(members)
        }
    }
}
