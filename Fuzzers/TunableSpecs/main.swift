import Fuzzing
import JSONCore
import TunableEngine

// An array of a spec and values. No spec may trap; what is accepted, clamped or stepped to must be legal and stay as it is,
// and what is refused must say why.
fuzz { bytes in
    guard case .array(let parts)? = try? JSON.parse(bytes), let first = parts.first else { return }
    let spec: Spec
    do throws(SpecFaults) {
        spec = try Spec(first)
    } catch {
        for fault in error.faults {
            precondition(!fault.description.isEmpty && !fault.facts.isEmpty, "a refusal says nothing")
        }
        return
    }
    precondition((try? Spec(spec.definition)) == spec, "the definition is another spec")
    var values = Array(parts.dropFirst())
    if let value = spec.defaultValue {
        precondition(spec.fault(in: value) == nil, "the default breaks its spec")
        values.append(value)
    }
    for value in values {
        check(value, spec)
    }
}

private func check(_ value: JSON, _ spec: Spec) {
    if let fault = spec.fault(in: value) {
        precondition(!fault.sentence(about: "key").isEmpty, "a refusal says nothing")
        precondition((try? spec.accepted(value)) == nil, "a value is refused and accepted")
    }
    guard let legal = try? spec.clamped(value) else { return }
    precondition(spec.fault(in: legal) == nil, "a clamped value is not legal")
    precondition((try? spec.clamped(legal)) == legal, "clamped twice is something else")
    for steps in [1, -1, 7, .max, .min] as [Int64] {
        if let stepped = try? spec.stepped(legal, by: steps) {
            precondition(spec.fault(in: stepped) == nil, "a step leads to what is not legal")
        }
    }
    if let toggled = try? spec.toggled(legal) {
        precondition(spec.fault(in: toggled) == nil, "a toggled value is not legal")
    }
    _ = try? TunableType.integer.converted(value)
    if let read = try? TextValue.value(of: legal.line, as: spec.type), spec.type != .string {
        precondition(JSONByValue(read) == JSONByValue(legal), "a value's text is another value")
    }
}
