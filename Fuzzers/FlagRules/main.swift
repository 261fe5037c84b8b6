import FlagEngine
import Fuzzing
import JSONCore

// An array of a rule and data. A rule is refused, or evaluated within its limits with the result of the naive
// implementation.
fuzz { bytes in
    guard case .array(let parts)? = try? JSON.parse(bytes), let logic = parts.first, isSmall(logic),
        let rule = try? Rule.compiled(logic)
    else { return }
    for data in parts.dropFirst() where isSmall(data) {
        guard let result = try? rule.value(for: data, limits: RuleLimits(steps: 20_000)) else { continue }
        let expected = NaiveLogic.value(logic, NaiveValue(data)).json
        precondition(result == expected, "the rule gives something else")
    }
}

/// Returns whether the value has no whole number that JavaScript would round: there, the implementations differ.
private func isSmall(_ value: JSON) -> Bool {
    switch value {
    case .integer(let number): number.magnitude <= 1 << 53
    case .array(let elements): elements.allSatisfy(isSmall)
    case .object(let object): object.members.allSatisfy { isSmall($0.value) }
    default: true
    }
}
