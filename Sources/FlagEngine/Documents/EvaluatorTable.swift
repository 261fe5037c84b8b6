import JSONCore

/// A document's `$evaluators`: shared rules that other rules refer to by name.
struct EvaluatorTable {
    /// The member name of a reference to a shared rule.
    static let referenceName = "$ref"

    private let source: JSONObject

    /// Each rule with its references replaced; null for an invalid rule, so that only the rule itself is reported.
    private var rules = JSONObject()

    /// The names of the rules being read, each of which refers to the next.
    private var chain: [String] = []

    /// The total size of the rules that refer to others.
    private var referredSize = 0

    /// The errors, with paths relative to `$evaluators`.
    private(set) var faults: [FlagFault] = []

    /// Creates a table and reads all rules.
    init(_ evaluators: JSONObject = JSONObject()) {
        source = evaluators
        for member in evaluators.members where rules[member.name] == nil {
            read(member.name, member.value)
        }
    }

    /// Returns the rule with a name, or nil if there is none.
    func rule(named name: String) -> JSON? { rules[name] }

    /// Returns a rule with all references replaced by the rules.
    func inlined(_ logic: JSON) -> JSON { changed(logic) ?? logic }

    /// Returns a rule with its references replaced, or nil if it has none; so unchanged parts need no copy.
    ///
    /// An object with several members is data, and keeps what looks like a reference in it.
    private func changed(_ logic: JSON) -> JSON? {
        switch logic {
        case .object(let object):
            if let name = EvaluatorTable.reference(object) {
                return rules[name]
            }
            guard object.count == 1 else { return nil }
            var changed: JSONObject?
            let members = object.members.span
            for index in 0..<members.count {
                if let value = self.changed(members[index].value) {
                    changed = changed ?? object
                    changed?[members[index].name] = value
                }
            }
            return changed.map(JSON.object)
        case .array(let elements):
            var changed: [JSON]?
            let span = elements.span
            for position in 0..<span.count {
                if let value = self.changed(span[position]) {
                    changed = changed ?? elements
                    changed?[position] = value
                }
            }
            return changed.map(JSON.array)
        default: return nil
        }
    }

    /// Returns the name that an object refers to, or nil if the object is not a reference.
    static func reference(_ object: JSONObject) -> String? {
        guard object.count == 1, let member = object.members.first, member.name.hasSameBytes(as: referenceName),
            case .string(let name) = member.value
        else { return nil }
        return name
    }

    private mutating func read(_ name: String, _ logic: JSON) {
        do throws(FlagFault) {
            rules[name] = try readRule(name, logic)
        } catch {
            rules[name] = JSON.null
            faults.append(error.inside(.name(name)))
        }
    }

    private mutating func readRule(_ name: String, _ logic: JSON) throws(FlagFault) -> JSON {
        guard !name.utf8.isEmpty else { throw FlagFault(.emptyName) }
        guard case .object = logic else { throw FlagFault(.kind(expected: .rule, found: logic.kind)) }
        guard chain.count < RuleLimits.nesting else { throw FlagFault(.tooDeep(limit: RuleLimits.nesting)) }
        chain.append(name)
        defer { chain.removeLast() }
        try readReferences(in: logic)
        guard let rule = changed(logic) else {
            try check(logic)
            return logic
        }
        guard referredSize <= RuleLimits.referredSize else {
            throw FlagFault(.tooLarge(limit: RuleLimits.referredSize))
        }
        referredSize += try check(rule)
        return rule
    }

    /// Checks that a rule compiles, and returns its size.
    @discardableResult
    private func check(_ rule: JSON) throws(FlagFault) -> Int {
        var compiler = RuleCompiler(evaluators: self)
        _ = try compiler.compiled(rule)
        return compiler.size
    }

    /// Reads the rules that a rule refers to before the rule itself.
    private mutating func readReferences(in logic: JSON) throws(FlagFault) {
        switch logic {
        case .object(let object):
            if let name = EvaluatorTable.reference(object), let other = source[name], rules[name] == nil {
                guard !chain.contains(where: { $0.hasSameBytes(as: name) }) else { throw FlagFault(.cycle(name)) }
                read(name, other)
            }
            for member in object.members where object.count == 1 {
                try readReferences(in: member.value)
            }
        case .array(let elements):
            for element in elements {
                try readReferences(in: element)
            }
        default: break
        }
    }
}
