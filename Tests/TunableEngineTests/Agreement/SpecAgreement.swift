package import JSONCore
package import TunableEngine

/// The rules that hold for any spec and any value.
package enum SpecAgreement {
    /// Returns the first rule that the operations on a value break, or nil.
    ///
    /// An accepted, clamped, stepped or toggled value is legal and stays unchanged, and a refusal has a reason.
    package static func brokenRule(of spec: Spec, by value: JSON) -> String? {
        if let fault = spec.fault(in: value) {
            if fault.sentence(about: "key").isEmpty { return "a refusal says nothing" }
            if (try? spec.accepted(value)) != nil { return "a value is refused and accepted" }
        }
        guard let legal = try? spec.clamped(value) else { return nil }
        if spec.fault(in: legal) != nil { return "the clamped value \(legal.line) is not legal" }
        if (try? spec.clamped(legal)) != legal { return "\(legal.line), clamped again, is something else" }
        for steps in [1, -1, 7, .max, .min] as [Int64] {
            if let stepped = try? spec.stepped(legal, by: steps), spec.fault(in: stepped) != nil {
                return "\(steps) steps from \(legal.line) lead to \(stepped.line), which is not legal"
            }
        }
        if let toggled = try? spec.toggled(legal), spec.fault(in: toggled) != nil {
            return "the toggled value \(toggled.line) is not legal"
        }
        _ = try? TunableType.integer.converted(value)
        if let read = try? TextValue.value(of: legal.line, as: spec.type), spec.type != .string,
            JSONByValue(read) != JSONByValue(legal)
        {
            return "the text of \(legal.line) is another value"
        }
        return nil
    }

    /// Returns the first rule that a spec's definition and default, or the faults of a refusal, break.
    package static func brokenRule(of spec: Spec) -> String? {
        if (try? Spec(spec.definition)) != spec { return "the definition is another spec" }
        guard let value = spec.defaultValue else { return nil }
        return spec.fault(in: value) == nil ? brokenRule(of: spec, by: value) : "the default breaks its spec"
    }

    /// Returns the first rule that a refusal breaks.
    package static func brokenRule(of refusal: SpecFaults) -> String? {
        refusal.faults.contains { $0.description.isEmpty || $0.facts.isEmpty } ? "a refusal says nothing" : nil
    }
}
