/// The operators that depend only on their operands and the data.
enum NaiveOperators {
    static func apply(_ name: String, _ operands: [NaiveValue], _ data: NaiveValue) -> NaiveValue {
        let first = operands.first ?? .undefined
        let second = operands.count > 1 ? operands[1] : .undefined
        let third = operands.count > 2 ? operands[2] : .undefined
        switch name {
        case "==": return .boolean(NaiveValue.equal(first, second))
        case "!=": return .boolean(!NaiveValue.equal(first, second))
        case "===": return .boolean(NaiveValue.identical(first, second))
        case "!==": return .boolean(!NaiveValue.identical(first, second))
        case ">": return .boolean(less(second, first))
        case ">=": return .boolean(atMost(second, first))
        case "<", "<=":
            let holds = name == "<" ? less : atMost
            if case .undefined = third {
                return .boolean(holds(first, second))
            }
            return .boolean(holds(first, second) && holds(second, third))
        case "!": return .boolean(!first.isTruthy)
        case "!!": return .boolean(first.isTruthy)
        case "log": return first
        case "+": return .number(operands.reduce(0) { $0 + $1.leadingNumber })
        case "*":
            guard operands.count > 1 else { return operands.isEmpty ? .null : first }
            return .number(operands.reduce(1) { $0 * $1.leadingNumber })
        case "-":
            if case .undefined = second {
                return .number(-first.number)
            }
            return .number(first.number - second.number)
        case "/": return .number(first.number / second.number)
        case "%": return .number(first.number.truncatingRemainder(dividingBy: second.number))
        case "min", "max":
            let numbers = operands.map(\.number)
            guard !numbers.contains(where: \.isNaN) else { return .number(.nan) }
            return .number(name == "min" ? numbers.min() ?? .infinity : numbers.max() ?? -.infinity)
        case "cat": return .string(operands.map { $0.isNothing ? "" : $0.text }.joined())
        case "substr": return substring(first.text, second, third)
        case "in": return .boolean(contains(second, first))
        case "merge":
            return .array(
                operands.flatMap { operand -> [NaiveValue] in
                    if case .array(let elements) = operand { elements } else { [operand] }
                }
            )
        case "var": return variable(first, second, data)
        case "missing":
            if case .array(let names) = first {
                return .array(missing(names, data))
            }
            return .array(missing(operands, data))
        case "missing_some": return missingSome(first, second, data)
        default: return NaiveFlagd.apply(name, operands)
        }
    }

    private static func less(_ left: NaiveValue, _ right: NaiveValue) -> Bool {
        NaiveValue.precedes(left, right) == true
    }

    private static func atMost(_ left: NaiveValue, _ right: NaiveValue) -> Bool {
        NaiveValue.precedes(right, left) == false
    }

    private static func substring(_ source: String, _ start: NaiveValue, _ length: NaiveValue) -> NaiveValue {
        func cut(_ units: [UInt16], _ start: Double, _ length: Double) -> [UInt16] {
            let first = start.isNaN ? 0 : start.rounded(.towardZero)
            let begin = first < 0 ? max(0, Double(units.count) + first) : min(first, Double(units.count))
            let most = length.isNaN ? 0 : max(0, length.rounded(.towardZero))
            return Array(units[Int(begin)..<Int(min(begin + most, Double(units.count)))])
        }
        let units = Array(source.utf16)
        let begin = start.isNothing ? 0 : start.number
        if case .undefined = length {
            return .string(String(decoding: cut(units, begin, .infinity), as: UTF16.self))
        }
        guard length.number < 0 else {
            return .string(String(decoding: cut(units, begin, length.number), as: UTF16.self))
        }
        // A range can split a character in two; the second cut needs its half.
        let rest = Array(String(decoding: cut(units, begin, .infinity), as: UTF16.self).utf16)
        return .string(String(decoding: cut(rest, 0, Double(rest.count) + length.number), as: UTF16.self))
    }

    private static func contains(_ whole: NaiveValue, _ part: NaiveValue) -> Bool {
        switch whole {
        case .array(let elements): return elements.contains { NaiveValue.identical($0, part) }
        case .string(let text) where text != "":
            let (text, part) = (Array(text.utf8), Array(part.text.utf8))
            return (0...text.count).contains { text[$0...].starts(with: part) }
        default: return false
        }
    }

    static func variable(_ name: NaiveValue, _ otherwise: NaiveValue, _ data: NaiveValue) -> NaiveValue {
        var fallback = otherwise
        if case .undefined = otherwise {
            fallback = .null
        }
        if case .string("") = name {
            return data
        }
        if name.isNothing {
            return data
        }
        var value = data
        for step in name.text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !value.isNothing else { return fallback }
            value = value.member(String(decoding: step, as: UTF8.self))
        }
        if case .undefined = value {
            return fallback
        }
        return value
    }

    private static func missing(_ names: [NaiveValue], _ data: NaiveValue) -> [NaiveValue] {
        names.filter { name in
            var value = variable(name, .undefined, data)
            if case .array(let operands) = name {
                value = variable(
                    operands.first ?? .undefined,
                    operands.count > 1 ? operands[1] : .undefined,
                    data
                )
            }
            if case .string("") = value {
                return true
            }
            return value.isNothing
        }
    }

    private static func missingSome(_ needed: NaiveValue, _ names: NaiveValue, _ data: NaiveValue) -> NaiveValue {
        guard !names.isNothing else { return .null }
        var options = [names]
        var count = Double.nan
        switch names {
        case .array(let elements):
            options = elements
            count = Double(elements.count)
        case .string(let text): count = Double(text.utf16.count)
        default: break
        }
        let missing = missing(options, data)
        return count - Double(missing.count) >= needed.number ? .array([]) : .array(missing)
    }
}
