import JSONCore

/// What was encoded so far; containers that are open at the same time share it.
final class EncodedValue {
    /// A part that is there already, or still grows.
    private enum Part {
        case json(JSON)
        case growing(EncodedValue)

        var json: JSON {
            switch self {
            case .json(let json): json
            case .growing(let value): value.json
            }
        }
    }

    private enum Content {
        case none
        case single(JSON)
        case elements([Part])
        case members([(name: String, part: Part)])
    }

    private var content = Content.none

    /// The value; an empty object where nothing was encoded.
    var json: JSON {
        switch content {
        case .none: .object(JSONObject())
        case .single(let json): json
        case .elements(let parts): .array(parts.map(\.json))
        case .members(let parts): .object(JSONObject(parts.map { ($0.name, $0.part.json) }))
        }
    }

    /// How many elements there are.
    var count: Int {
        guard case .elements(let parts) = content else { return 0 }
        return parts.count
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

    func append(_ json: JSON) { append(.json(json)) }

    func set(_ json: JSON, for name: String) { append(.json(json), for: name) }

    /// A part that somebody goes on with.
    func appendGrowing() -> EncodedValue {
        let value = EncodedValue()
        append(.growing(value))
        return value
    }

    /// The same as a member.
    func growing(for name: String) -> EncodedValue {
        let value = EncodedValue()
        append(.growing(value), for: name)
        return value
    }

    private func append(_ part: Part) {
        guard case .elements(var parts) = content else { return }
        content = .none
        parts.append(part)
        content = .elements(parts)
    }

    private func append(_ part: Part, for name: String) {
        guard case .members(var parts) = content else { return }
        content = .none
        parts.append((name, part))
        content = .members(parts)
    }
}
