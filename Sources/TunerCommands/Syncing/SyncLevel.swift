import JSONCore

/// New members of a file of values, nested by the words of their keys.
struct SyncLevel {
    private enum Member {
        case value(JSON)
        case level(SyncLevel)
    }

    private var members: [String: Member] = [:]
    private var order: [String] = []

    /// The members to write, in the order in which they were inserted.
    var object: JSONObject {
        JSONObject(
            order.map { name in
                switch members[name] {
                case .value(let value)?: (name, value)
                case .level(let level)?: (name, .object(level.object))
                case nil: preconditionFailure("each name has a member")
                }
            }
        )
    }

    /// Inserts a value; if a word already has a value, the remaining words become one name.
    mutating func insert(_ value: JSON, at names: [String]) {
        let name = names[0]
        switch members[name] {
        case .value? where names.count > 1:
            insert(value, at: [names.joined(separator: ".")])
        case .level(var level)? where names.count > 1:
            // Drop the reference in `members` first, so that `insert` does not copy the level.
            members[name] = .value(.null)
            level.insert(value, at: Array(names.dropFirst()))
            members[name] = .level(level)
        case .level(let level)?:
            members[name] = .value(value)
            for (rest, value) in level.values { insert(value, at: ["\(name).\(rest)"]) }
        case nil where names.count > 1:
            var level = SyncLevel()
            level.insert(value, at: Array(names.dropFirst()))
            order.append(name)
            members[name] = .level(level)
        case .value?: members[name] = .value(value)
        case nil:
            order.append(name)
            members[name] = .value(value)
        }
    }

    /// All values with their dotted paths from this level.
    private var values: [(key: String, value: JSON)] {
        order.flatMap { name in
            switch members[name] {
            case .level(let level)?: level.values.map { ("\(name).\($0.key)", $0.value) }
            case .value(let value)?: [(name, value)]
            case nil: [(key: String, value: JSON)]()
            }
        }
    }
}
