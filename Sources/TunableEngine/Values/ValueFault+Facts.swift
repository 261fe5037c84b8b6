package import JSONCore

extension ValueFault {
    /// The kind of error in the protocol.
    package enum Kind: String, Sendable {
        case typeMismatch
        case outOfRange
    }

    /// The kind: `typeMismatch` for another type or an operation that the type does not have, else `outOfRange`.
    package var kind: Kind {
        switch problem {
        case .type, .null, .cannotToggle, .cannotStep: .typeMismatch
        default: .outOfRange
        }
    }

    /// The members of the error's `data` besides `kind` and `key`.
    ///
    /// They are the value, its path in the tunable's value, and the constraints that explain the fault. A long string
    /// is shortened; an array or an object is left out.
    package var facts: JSONObject {
        var facts = JSONObject()
        switch value {
        case nil, .array, .object: break
        case .string(let text): facts["value"] = .string(text.shortened)
        case let value?: facts["value"] = value
        }
        switch steps.first {
        case .position(let item): facts["item"] = .integer(Int64(item))
        case .name(let member): facts["member"] = .string(member)
        case nil: break
        }
        if steps.count > 1 {
            facts["pointer"] = .string(JSONPointer.text(of: steps))
        }
        switch problem {
        case .type(let type): facts["expected"] = .string(type.rawValue)
        case .repeated(let first) where !isSecret: facts["first"] = .integer(Int64(first))
        case .minLength(let length) where !isSecret, .maxLength(let length) where !isSecret:
            facts["length"] = .integer(Int64(length))
        case .minItems(let count) where !isSecret, .maxItems(let count) where !isSecret:
            facts["items"] = .integer(Int64(count))
        case .enumeration(let nearest?), .undeclared(let nearest?): facts["nearest"] = .string(nearest)
        case .patternEffort: facts["steps"] = .integer(Int64(SearchEffort.limit))
        default: break
        }
        facts["secret"] = isSecret ? true : nil
        facts["constraint"] = problem.constraint.map { .string($0.rawValue) }
        for constraint in constraints.members {
            facts[constraint.name] = constraint.value
        }
        return facts
    }
}

extension ValueFault.Problem {
    /// The keyword of the violated constraint; nil if the value has a wrong type, or an operation does not fit it.
    var constraint: SpecWord? {
        switch self {
        case .type, .null, .cannotToggle, .cannotStep, .cannotClamp: SpecWord?.none
        case .minimum: .minimum
        case .exclusiveMinimum: .exclusiveMinimum
        case .maximum: .maximum
        case .exclusiveMaximum: .exclusiveMaximum
        case .step: .step
        case .enumeration: .enum
        case .minLength: .minLength
        case .maxLength: .maxLength
        case .pattern, .patternEffort: .pattern
        case .format: .format
        case .minItems: .minItems
        case .maxItems: .maxItems
        case .repeated: .uniqueItems
        case .missing: .required
        case .undeclared: .additionalProperties
        case .secretMark: .secret
        }
    }
}
