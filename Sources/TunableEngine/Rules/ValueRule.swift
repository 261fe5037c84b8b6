import JSONCore

/// What a value may be: a type, and the constraints that belong to it; shared, and never changed.
final class ValueRule: Sendable {
    let type: TunableType
    let enumeration: Enumeration?
    let number: NumberRule?
    let string: StringRule?
    let array: ArrayRule?
    let object: ObjectRule?

    /// The words that made it, for the facts of a fault.
    let definition: JSONObject

    init(
        type: TunableType,
        enumeration: Enumeration? = nil,
        number: NumberRule? = nil,
        string: StringRule? = nil,
        array: ArrayRule? = nil,
        object: ObjectRule? = nil,
        definition: JSONObject
    ) {
        self.type = type
        self.enumeration = enumeration
        self.number = number
        self.string = string
        self.array = array
        self.object = object
        self.definition = definition
    }

    /// What is wrong with a value: the first thing that is found.
    func fault(in value: JSON) -> ValueFault? {
        var effort = SearchEffort()
        return fault(in: value, &effort)
    }

    /// The same of a part of a value, for all of which there is one effort.
    func fault(in value: JSON, _ effort: inout SearchEffort) -> ValueFault? {
        guard type.includes(value) else { return fault(.type(type), in: value) }
        if let enumeration, !enumeration.contains(value) {
            return fault(.enumeration(nearest: enumeration.nearestName(to: value)), in: value)
        }
        switch value {
        case .integer(let value):
            return number?.problem(in: .integer(value)).map { fault($0, in: .integer(value)) }
        case .double(let value):
            return number?.problem(in: .double(value)).map { fault($0, in: .double(value)) }
        case .string(let text):
            return string?.problem(in: text, &effort).map { fault($0, in: value) }
        case .array(let elements):
            return array?.fault(in: elements, of: self, &effort)
        case .object(let members):
            return object?.fault(in: members, &effort)
        case .null, .boolean:
            return nil
        }
    }

    /// A fault with the constraints that bear on it.
    @inline(never)
    func fault(_ problem: ValueFault.Problem, in value: JSON) -> ValueFault {
        var constraints = JSONObject()
        for word in problem.words {
            guard let constraint = definition[word.rawValue] else { continue }
            if case .array(let values) = constraint {
                constraints[word.rawValue] = .array(Array(values.prefix(ValueRule.mostChoices)))
            } else {
                constraints[word.rawValue] = constraint
            }
        }
        return ValueFault(problem, in: value, constraints: constraints)
    }

    /// A fault repeats so many of an enum's values.
    private static let mostChoices = 64

    /// The nearest number that breaks nothing.
    func nearest(to number: Number) -> Number? {
        guard type == .integer || type == .number else { return nil }
        if let enumeration {
            return enumeration.nearest(to: number)
        }
        return self.number?.nearest(to: number)
    }
}

extension ValueFault.Problem {
    /// The words of a spec that bear on it.
    fileprivate var words: [SpecWord] {
        switch self {
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .step, .cannotClamp:
            [.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .step]
        case .enumeration: [.enum]
        case .minLength, .maxLength: [.minLength, .maxLength]
        case .pattern, .patternEffort: [.pattern]
        case .format: [.format]
        case .minItems, .maxItems: [.minItems, .maxItems]
        case .repeated: [.uniqueItems]
        case .type, .null, .missing, .undeclared, .cannotToggle, .cannotStep: []
        }
    }
}
