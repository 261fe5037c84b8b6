import JSONCore

/// A document's `$evaluators`: rules that others refer to by name.
struct EvaluatorTable {
    /// The member that refers to a rule by its name.
    static let referenceName = "$ref"

    private let source: JSONObject

    /// Each rule with what it refers to put in its place; null for one that was refused, so that who refers to it is not
    /// at fault.
    private var rules = JSONObject()

    /// The names of the rules that are being read, each of which refers to the next.
    private var chain: [String] = []

    /// What those come to that refer to others.
    private var referredSize = 0

    /// What is wrong with them, as seen from the object they stand in.
    private(set) var faults: [FlagFault] = []

    /// Reads all of them.
    init(_ evaluators: JSONObject = JSONObject()) {
        source = evaluators
        for member in evaluators.members where rules[member.name] == nil {
            read(member.name, member.value)
        }
    }

    /// The rule of a name.
    func rule(named name: String) -> JSON? { rules[name] }

    /// A rule with everything that it refers to put in its place.
    func inlined(_ logic: JSON) -> JSON { changed(logic) ?? logic }

    /// What becomes of a rule; nothing where it refers to nothing, so that what stays is shared.
    private func changed(_ logic: JSON) -> JSON? {
        switch logic {
        case .object(let object):
            if let name = EvaluatorTable.reference(object) {
                return rules[name]
            }
            var changed: JSONObject?
            let members = object.members.span
            for place in 0..<members.count {
                if let value = self.changed(members[place].value) {
                    changed = changed ?? object
                    changed?[members[place].name] = value
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

    /// The name that an object refers to, if it does nothing else.
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

    /// Whether it can be compiled, and its size.
    @discardableResult
    private func check(_ rule: JSON) throws(FlagFault) -> Int {
        var compiler = RuleCompiler(evaluators: self)
        _ = try compiler.compiled(rule)
        return compiler.size
    }

    /// Reads the rules first that a rule refers to.
    private mutating func readReferences(in logic: JSON) throws(FlagFault) {
        switch logic {
        case .object(let object):
            if let name = EvaluatorTable.reference(object), let other = source[name], rules[name] == nil {
                guard !chain.contains(where: { $0.hasSameBytes(as: name) }) else { throw FlagFault(.cycle(name)) }
                read(name, other)
            }
            for member in object.members {
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
