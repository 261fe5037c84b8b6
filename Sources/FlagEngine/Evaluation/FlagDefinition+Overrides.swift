package import JSONCore

extension FlagDefinition {
    /// Returns an override with a variant.
    package func override(variant name: String) throws(FlagOverrideFault) -> FlagOverride {
        guard index(ofVariant: name) != nil else {
            throw .unknownVariant(name, nearest: nearestVariant(to: name))
        }
        return .variant(name)
    }

    /// Returns an override with a value; if a variant has the value, the override uses that variant.
    package func override(value: JSON) throws(FlagOverrideFault) -> FlagOverride {
        guard FlagType(of: value) == type else {
            var variant: String?
            if case .string(let name) = value, index(ofVariant: name) != nil { variant = name }
            throw .type(expected: type, found: value.kind, variant: variant)
        }
        return FlagDefinition.variant(of: value, in: variants).map { .variant($0) } ?? .value(value)
    }

    /// Returns the name of the first variant with a value, or nil if no variant has it.
    static func variant(of value: JSON, in variants: JSONObject) -> String? {
        variants.members.first { $0.value == value || JavaScript.isIdentical($0.value, value) }?.name
    }

    /// Returns whether an override is valid for this definition.
    package func fits(_ override: FlagOverride) -> Bool { choice(of: override) != nil }

    /// Returns the choice of an override, or nil if the override does not fit this definition.
    func choice(of override: FlagOverride) -> Evaluation.Choice? {
        switch override {
        case .variant(let name): index(ofVariant: name).map { .variant($0) }
        case .value(let value): FlagType(of: value) == type ? .override(value) : nil
        }
    }
}
