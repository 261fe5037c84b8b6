import JSONCore

/// What variables name inside the operators that go through an array.
enum RuleScope {
    /// An element, or whatever else the data is.
    case element(JSON?)
    /// An element and what came of those before it.
    case reduction(current: JSON?, accumulator: JSON?)

    /// Everything there is.
    var whole: JSON? {
        switch self {
        case .element(let element): return element
        case .reduction(let current, let accumulator):
            var object = JSONObject()
            object["current"] = current
            object["accumulator"] = accumulator
            return .object(object)
        }
    }

    /// What stands under a name; nothing where there is no such name.
    func value(named name: String) -> JSON? {
        switch self {
        case .element(let element): element.flatMap { JavaScript.member(name, of: $0) }
        case .reduction(let current, let accumulator):
            name.hasSameBytes(as: "current") ? current : name.hasSameBytes(as: "accumulator") ? accumulator : nil
        }
    }
}
