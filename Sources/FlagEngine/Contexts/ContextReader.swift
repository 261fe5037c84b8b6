package import JSONCore

/// A reader of the values that a rule needs from the text of a context.
///
/// It builds no tree of the whole context, and uses the same memory for each evaluation.
package struct ContextReader {
    /// The values in the order of the rule's names.
    private(set) var values: [JSON?] = []

    package init() {}

    /// Reads the values that a rule needs; returns false if the rule may need the whole context.
    ///
    /// `base` is the caller's context without the members that the client gave. Those are `given`, the members of an
    /// object in a checked text, which are read to the last.
    package mutating func read(
        _ rule: Rule,
        from given: inout JSONMembers,
        in text: Span<UInt8>,
        over base: EvaluationContext
    ) -> Bool {
        guard let names = rule.names?.names else { return false }
        clear(for: names.count)
        read(names, from: &given, in: text)
        for slot in 0..<names.count {
            let name = names.names[slot]
            if let value = base.fixedValue(named: name) {
                values[slot] = value
            } else if values[slot] == nil {
                values[slot] = base.own[name]
            }
        }
        return true
    }

    private mutating func clear(for count: Int) {
        guard values.count == count else {
            values = Array(repeating: nil, count: count)
            return
        }
        for slot in 0..<count {
            values[slot] = nil
        }
    }

    /// Reads the members with these names; if a name is repeated, its last value counts.
    private mutating func read(_ names: JSONNames, from given: inout JSONMembers, in text: Span<UInt8>) {
        while let (name, value) = given.next(in: text) {
            if let slot = names.index(of: name, in: text) {
                values[slot] = value.value(in: text)
            }
        }
    }
}
