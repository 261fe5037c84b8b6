import JSONCore

/// A generator of random rules and data, with few names and values, so that many are equal.
struct RandomLogic<Generator: RandomNumberGenerator> {
    var generator: Generator

    private static var operators: [String] {
        [
            "==", "===", "!=", "!==", "<", "<=", ">", ">=", "!", "!!", "and", "or", "if", "?:", "+", "-", "*", "/", "%",
            "min", "max", "cat", "substr", "in", "merge", "log", "var", "var", "var", "missing", "missing_some",
            "filter", "map", "reduce", "all", "none", "some", "fractional", "starts_with", "ends_with", "sem_ver",
        ]
    }

    private static var names: [String] {
        [
            "", "a", "b", "a.b", "list", "list.0", "list.length", "current", "accumulator", "targetingKey", "a.0",
            "b.c.d",
            "$flagd.flagKey", "none", "current.a", "text.length",
        ]
    }

    private static var texts: [String] {
        [
            "", "a", "b", "0", "1", "12", " 7 ", "1.5", "-3", "1e3", "0x1F", "abc", "abcabc", "true", "null", "1,2",
            ".5",
            "5.", "1.2.3", "v1.2.0", "1.2.3-beta.2", "1.2.3-beta.10", "2", "2.0.0+build", "Zürich", "😀x", "ﬀ", "NaN",
            "-Infinity", "3px", "[object Object]",
        ]
    }

    private static var scalars: [JSON] {
        [
            nil, true, false, 0, 1, 2, -1, 3, 7, 100, 1.5, -0.5, 0.1, 1e21, 1e-7, 123_456_789_012, 2_147_483_647,
            0.30000000000000004,
        ]
    }

    /// Returns a value that is no rule.
    mutating func scalar() -> JSON {
        if Bool.random(using: &generator) {
            return .string(pick(Self.texts))
        }
        return pick(Self.scalars)
    }

    /// Returns a rule with at most this nesting.
    mutating func rule(depth: Int) -> JSON {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1: return scalar()
        case _ where depth == 0: return ["var": .string(pick(Self.names))]
        case 2: return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in rule(depth: depth - 1) })
        case 3 where Int.random(in: 0..<4, using: &generator) == 0: return objectOperand(depth: depth)
        default: return operation(pick(Self.operators), depth: depth)
        }
    }

    /// Returns an operator with an operand that is data, an object with several members.
    private mutating func objectOperand(depth: Int) -> JSON {
        let object: JSON = ["a": rule(depth: depth - 1), "b": scalar()]
        let name = pick(["log", "cat", "==", "===", "<", "+", "!", "in", "merge", "var", "missing", "substr"])
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return .object([name: object])
        case 1: return .object([name: [object, rule(depth: depth - 1)]])
        default: return .object([name: [rule(depth: depth - 1), object]])
        }
    }

    private mutating func operation(_ name: String, depth: Int) -> JSON {
        switch name {
        case "var": return variable(depth: depth)
        case "fractional": return split(depth: depth)
        case "starts_with", "ends_with": return .object([name: [textRule(depth: depth), textRule(depth: depth)]])
        case "sem_ver":
            let comparison = pick(["=", "!=", "<", "<=", ">", ">=", "~", "^"])
            return ["sem_ver": [versionRule(depth: depth), .string(comparison), versionRule(depth: depth)]]
        default: break
        }
        guard Int.random(in: 0..<10, using: &generator) > 0 else {
            return .object([name: rule(depth: depth - 1)])
        }
        let count = Int.random(in: 0...4, using: &generator)
        return .object([name: .array((0..<count).map { _ in rule(depth: depth - 1) })])
    }

    private mutating func variable(depth: Int) -> JSON {
        let name = JSON.string(pick(Self.names))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return ["var": [name, rule(depth: depth - 1)]]
        case 1: return ["var": [rule(depth: depth - 1)]]
        case 2: return ["var": 1]
        default: return ["var": name]
        }
    }

    private mutating func textRule(depth: Int) -> JSON {
        Bool.random(using: &generator) ? .string(pick(Self.texts)) : variable(depth: depth)
    }

    private mutating func versionRule(depth: Int) -> JSON {
        guard Int.random(in: 0..<4, using: &generator) > 0 else { return pick([1, 1.2, 2, 1.25]) }
        let versions = [
            "1.2.3", "v1.2.0", "V1.2.0", "1", "2.0", "1.2.3-beta.2", "1.2.3-beta.10", "1.2.3-beta", "2.0.0+build",
        ]
        return Bool.random(using: &generator) ? .string(pick(versions)) : variable(depth: depth)
    }

    private mutating func split(depth: Int) -> JSON {
        var operands: [JSON] = []
        if Bool.random(using: &generator) {
            operands.append(variable(depth: depth))
        }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let variant = rule(depth: depth - 1)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: operands.append([variant])
            case 1: operands.append([variant, variable(depth: depth)])
            default: operands.append([variant, .integer(.random(in: 0...50, using: &generator))])
            }
        }
        return ["fractional": .array(operands)]
    }

    /// Returns data for rules.
    mutating func data(depth: Int = 3) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 5 : 2), using: &generator) {
        case 0, 1: return scalar()
        case 2: return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in data(depth: depth - 1) })
        default:
            var object = JSONObject()
            for name in ["a", "b", "c", "d", "list", "text", "targetingKey", "$flagd"]
            where Bool.random(using: &generator) {
                object[name] = data(depth: depth - 1)
            }
            return .object(object)
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }
}
