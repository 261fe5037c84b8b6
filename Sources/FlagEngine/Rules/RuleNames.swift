import JSONCore

/// The names of the context's members that a rule reads, each with a slot for its value.
///
/// An evaluation of such a rule needs no other member of its context.
struct RuleNames: Sendable {
    /// The maximum number of names; a rule with more names gets the whole context.
    static let limit = 16

    /// The names; the index of a name is its slot.
    let names: JSONNames

    /// The slot of `targetingKey`; nil if the rule does not bucket.
    let targetingSlot: Int?

    /// The slot for each path of the rule that is one name, and -1 for each other path.
    private let slots: [Int8]

    /// Collects the names, or returns nil if there are too many or if the rule may read any member.
    init?(_ nodes: [RuleNode], _ paths: [VariablePath]) {
        var names: [String] = []
        var slots: [Int8] = []
        for path in paths {
            var slot = -1
            if path.reserved == nil {
                guard let first = path.first else { return nil }
                slot = RuleNames.slot(of: first, addingTo: &names)
            }
            slots.append(path.rest.isEmpty ? Int8(truncatingIfNeeded: slot) : -1)
            guard names.count <= RuleNames.limit else { return nil }
        }
        var targetingSlot: Int?
        for node in nodes {
            switch node.operation {
            case .computedVariable, .missing, .missingSome: return nil
            // A `fractional` whose own key is null uses the targeting key, too.
            case .fractional:
                targetingSlot = RuleNames.slot(of: "targetingKey", addingTo: &names)
            default: break
            }
        }
        guard names.count <= RuleNames.limit else { return nil }
        self.names = JSONNames(names)
        self.slots = slots
        self.targetingSlot = targetingSlot
    }

    private static func slot(of name: String, addingTo names: inout [String]) -> Int {
        if let slot = names.firstIndex(where: { $0.hasSameBytes(as: name) }) {
            return slot
        }
        names.append(name)
        return names.count - 1
    }

    /// Returns the slot of a path; nil if the path is not one name.
    @inline(__always)
    func slot(ofPath index: Int) -> Int? {
        let slot = slots[index]
        return slot < 0 ? nil : Int(slot)
    }

    /// Returns the slot of a name that the rule reads.
    func slot(of name: String) -> Int? { names.index(of: name) }
}
