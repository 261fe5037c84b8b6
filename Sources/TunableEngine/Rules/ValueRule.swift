import JSONCore

/// A type and its constraints; immutable and shared.
final class ValueRule: Sendable {
    let type: TunableType
    let enumeration: Enumeration?
    let number: NumberRule?
    let string: StringRule?
    let array: ArrayRule?
    let object: ObjectRule?

    /// The spec words of the rule; a fault quotes those that matter.
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

    /// Returns the first violation by a value, or nil if the value is valid.
    func fault(in value: JSON) -> ValueFault? {
        var effort = SearchEffort()
        return fault(in: value, &effort)
    }

    /// Returns the first violation by a part of a value; all parts of the value share one effort.
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

    /// Returns a fault with the constraints that explain it.
    @inline(never)
    func fault(_ problem: ValueFault.Problem, in value: JSON) -> ValueFault {
        var constraints = JSONObject()
        for word in problem.words {
            guard let constraint = definition[word.rawValue] else { continue }
            if case .array(let values) = constraint {
                constraints[word.rawValue] = .array(Array(values.prefix(ValueRule.maxChoices)))
            } else {
                constraints[word.rawValue] = constraint
            }
        }
        return ValueFault(problem, in: value, constraints: constraints)
    }

    /// The number of an enum's values that a fault quotes at most.
    private static let maxChoices = 64

    /// Returns the nearest valid number, or nil if there is none or the rule is not about numbers.
    func nearest(to number: Number) -> Number? {
        guard type == .integer || type == .number else { return nil }
        if let enumeration {
            return enumeration.nearest(to: number)
        }
        return self.number?.nearest(to: number)
    }
}

extension ValueFault.Problem {
    /// The spec words that explain the problem: that of the violated constraint, with those that limit the same.
    fileprivate var words: [SpecWord] {
        if case .cannotClamp = self { return Self.numberWords }
        return switch constraint {
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .step: Self.numberWords
        case .minLength, .maxLength: [.minLength, .maxLength]
        case .minItems, .maxItems: [.minItems, .maxItems]
        case nil, .required, .additionalProperties, .secret: []
        case let word?: [word]
        }
    }

    private static let numberWords: [SpecWord] = [.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .step]
}
