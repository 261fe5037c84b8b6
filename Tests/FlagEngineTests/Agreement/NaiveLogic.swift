import JSONCore

/// JsonLogic with flagd's operators, evaluated directly from a rule's JSON: slow, but short enough to check by reading.
enum NaiveLogic {
    /// Returns the result of a rule for data.
    static func value(_ rule: JSON, _ data: NaiveValue) -> NaiveValue {
        switch rule {
        case .array(let elements): return .array(elements.map { value($0, data) })
        case .object(let object):
            guard object.count == 1, let member = object.members.first else { return NaiveValue(rule) }
            var operands = [member.value]
            if case .array(let elements) = member.value {
                operands = elements
            }
            return apply(member.name, operands, data)
        default: return NaiveValue(rule)
        }
    }

    private static func apply(_ name: String, _ operands: [JSON], _ data: NaiveValue) -> NaiveValue {
        func operand(_ index: Int) -> NaiveValue {
            index < operands.count ? value(operands[index], data) : .undefined
        }
        switch name {
        case "if", "?:":
            var index = 0
            while index + 1 < operands.count {
                if operand(index).isTruthy {
                    return operand(index + 1)
                }
                index += 2
            }
            return index < operands.count ? operand(index) : .null
        case "and", "or":
            var last = NaiveValue.undefined
            for index in operands.indices {
                last = operand(index)
                if last.isTruthy == (name == "or") {
                    break
                }
            }
            return last
        case "filter", "map", "all", "some", "none": return walk(name, operand(0), operands, data)
        case "reduce":
            var result = operands.count > 2 ? operand(2) : .null
            guard case .array(let elements) = operand(0) else { return result }
            for element in elements {
                let scope = NaiveValue.object([("current", element), ("accumulator", result)])
                result = operands.count > 1 ? value(operands[1], scope) : .undefined
            }
            return result
        case "fractional": return NaiveFlagd.fractional(operands, data)
        default: return NaiveOperators.apply(name, operands.map { value($0, data) }, data)
        }
    }

    private static func walk(
        _ name: String,
        _ walked: NaiveValue,
        _ operands: [JSON],
        _ data: NaiveValue
    ) -> NaiveValue {
        var elements: [NaiveValue] = []
        if case .array(let array) = walked {
            elements = array
        }
        let results = elements.map { operands.count > 1 ? value(operands[1], $0) : .undefined }
        let kept = zip(elements, results).filter { $0.1.isTruthy }.map(\.0)
        switch name {
        case "map": return .array(results)
        case "filter": return .array(kept)
        case "all": return .boolean(!elements.isEmpty && kept.count == elements.count)
        case "some": return .boolean(!kept.isEmpty)
        default: return .boolean(kept.isEmpty)
        }
    }
}
