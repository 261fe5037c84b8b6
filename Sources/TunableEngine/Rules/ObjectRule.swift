import JSONCore

/// The members that an object may and must have.
struct ObjectRule: Sendable {
    // The index in `rules` of each member name.
    private let indexes: JSONObject
    private let rules: [ValueRule]
    private let required: [String]
    private let allowsOthers: Bool

    init(_ properties: [(name: String, rule: ValueRule)], required: [String], allowsOthers: Bool) {
        var indexes = JSONObject()
        for (index, property) in properties.enumerated() {
            indexes[property.name] = .integer(Int64(index))
        }
        self.indexes = indexes
        rules = properties.map(\.rule)
        self.required = required
        self.allowsOthers = allowsOthers
    }

    /// The names of the declared members.
    var names: [String] { indexes.members.map(\.name) }

    /// Returns the rule for a member's name, or nil if there is none.
    func rule(of name: String) -> ValueRule? {
        guard case .integer(let index) = indexes[name] else { return nil }
        return rules[Int(index)]
    }

    /// Returns all violations, at most one for each member, with paths relative to the object.
    func faults(in object: JSONObject) -> [ValueFault] {
        faults(in: object, atMost: .max) { rule, value in rule.fault(in: value) }
    }

    /// Returns the first violation.
    func fault(in object: JSONObject, _ effort: inout SearchEffort) -> ValueFault? {
        faults(in: object, atMost: 1) { rule, value in rule.fault(in: value, &effort) }.first
    }

    private func faults(
        in object: JSONObject,
        atMost most: Int,
        _ check: (ValueRule, JSON) -> ValueFault?
    ) -> [ValueFault] {
        var faults: [ValueFault] = []
        for member in object.members where faults.count < most {
            let step = JSONSource.Step.name(member.name)
            if let rule = rule(of: member.name) {
                if let fault = check(rule, member.value) {
                    faults.append(fault.inside(step))
                }
            } else if !allowsOthers {
                let nearest = NearestName.nearest(to: member.name, among: indexes.members.lazy.map(\.name))
                faults.append(ValueFault(.undeclared(nearest: nearest), in: member.value).inside(step))
            }
        }
        for name in required where faults.count < most && object[name] == nil {
            faults.append(ValueFault(.missing, in: nil).inside(.name(name)))
        }
        return faults
    }
}
