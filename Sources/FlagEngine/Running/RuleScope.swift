import JSONCore

/// The data that variables refer to inside an array operator.
enum RuleScope {
    /// An element, or the data of a test.
    case element(JSON?)
    /// An element and the result for the elements before it.
    case reduction(current: JSON?, accumulator: JSON?)

    /// The whole data.
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

    /// Returns the value of a name, or nil if there is none.
    func value(named name: String) -> JSON? {
        switch self {
        case .element(let element): element.flatMap { JavaScript.member(name, of: $0) }
        case .reduction(let current, let accumulator):
            name.hasSameBytes(as: "current") ? current : name.hasSameBytes(as: "accumulator") ? accumulator : nil
        }
    }
}
