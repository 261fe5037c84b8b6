import JSONCore

/// The constraints of an array.
struct ArrayRule: Sendable {
    let items: ValueRule?
    let minItems: Int?
    let maxItems: Int?
    let isUnique: Bool
    let dropsUnknown: Bool

    /// Returns the first violation by the array or an item; items that will be dropped are not checked.
    func fault(in elements: [JSON], of rule: ValueRule, _ effort: inout SearchEffort) -> ValueFault? {
        // Check the count first, since checking many items is expensive.
        if !dropsUnknown, let problem = problem(inCount: elements.count) {
            return rule.fault(problem, in: .array(elements))
        }
        var firsts: [JSONByValue: Int] = [:]
        var kept = 0
        for (index, element) in elements.enumerated() where !drops(element) {
            kept += 1
            if let fault = items?.fault(in: element, &effort) {
                return fault.inside(.position(index))
            }
            if isUnique {
                let first = firsts[JSONByValue(element), default: index]
                guard first == index else {
                    return rule.fault(.repeated(first: first), in: element).inside(.position(index))
                }
                firsts[JSONByValue(element)] = index
            }
        }
        return problem(inCount: kept).map { rule.fault($0, in: .array(elements)) }
    }

    /// Returns the array without the items that are dropped because `items.enum` does not contain them.
    func kept(_ elements: [JSON]) -> [JSON] {
        dropsUnknown ? elements.filter { !drops($0) } : elements
    }

    private func drops(_ element: JSON) -> Bool {
        guard dropsUnknown, let known = items?.enumeration else { return false }
        return !known.contains(element)
    }

    private func problem(inCount count: Int) -> ValueFault.Problem? {
        if let minItems, count < minItems {
            return .minItems(count)
        }
        if let maxItems, count > maxItems {
            return .maxItems(count)
        }
        return nil
    }
}
