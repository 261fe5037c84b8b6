package import JSONCore

/// The type and constraints of a tunable, as a program declared them.
package struct Spec: Sendable {
    /// The declared words in a fixed order, without ignored words and without words that only repeat a default.
    package let definition: JSONObject

    /// The value that applies if no other source has one; nil if the spec declares none.
    package let defaultValue: JSON?

    /// The rule for an array that several sources have a value for.
    package let merge: MergeRule

    /// Whether clients may not set the tunable.
    package let isReadOnly: Bool

    /// Whether values of the tunable are hidden where no program needs them.
    package let isSecret: Bool

    let rule: ValueRule

    /// Creates a spec from its words, or throws all faults in them.
    package init(_ object: JSONObject) throws(SpecFaults) {
        var reader = SpecReader()
        let level = reader.read(object, as: .spec)
        guard let level, reader.faults.isEmpty else {
            throw SpecFaults(object.isSecretSpec ? reader.faults.map(\.withoutValues) : reader.faults)
        }
        rule = level.rule
        definition = rule.definition
        defaultValue = level.defaultValue.map { level.rule.keepingKnown($0) }
        merge = definition[SpecWord.merge.rawValue] == nil ? .replace : .union
        isReadOnly = definition[SpecWord.readOnly.rawValue] != nil
        isSecret = definition.isSecretSpec
        if isSecret, definition.hasSecretMark {
            throw SpecFaults([SpecFault(.breaks(ValueFault(.secretMark, in: nil)), at: [])])
        }
    }

    /// Creates the spec of an object's member.
    init(ofMember rule: ValueRule, of whole: Spec) {
        self.rule = rule
        isReadOnly = whole.isReadOnly
        isSecret = whole.isSecret
        definition = rule.definition
        defaultValue = nil
        merge = .replace
    }

    /// Creates a spec from any value, or throws all faults in it.
    package init(_ value: JSON) throws(SpecFaults) {
        guard case .object(let object) = value else {
            throw SpecFaults([SpecFault(.kind(expected: .object, found: value.kind), at: [])])
        }
        try self.init(object)
    }

    package var type: TunableType { rule.type }

    /// Returns the first violation by a value, or nil; items that will be dropped are not checked.
    package func fault(in value: JSON) -> ValueFault? {
        isSecret ? secretFault(in: value) : rule.fault(in: value)
    }

    /// Returns the value to store: the given value without the items that are dropped.
    package func accepted(_ value: JSON) throws(ValueFault) -> JSON {
        if let fault = fault(in: value) {
            throw fault
        }
        return rule.keepingKnown(value)
    }

    /// Returns the nearest valid value to a number, or the larger one of two that are equally near.
    ///
    /// For other types it returns the value to store, or throws the violation.
    package func clamped(_ value: JSON) throws(ValueFault) -> JSON {
        guard let fault = fault(in: value) else { return rule.keepingKnown(value) }
        guard let number = Number(value), rule.type == .integer || rule.type == .number else { throw fault }
        guard let nearest = rule.nearest(to: number) else { throw shown(rule.fault(.cannotClamp, in: value)) }
        return nearest.json
    }
}

extension Spec: Equatable {
    /// Returns whether both specs mean the same; the order of words, ignored words and the spelling of numbers do not
    /// matter.
    package static func == (left: Spec, right: Spec) -> Bool {
        JSONByValue(.object(left.definition)) == JSONByValue(.object(right.definition))
    }
}

extension ValueRule {
    /// Returns the value without the items that are dropped.
    func keepingKnown(_ value: JSON) -> JSON {
        guard let array, array.dropsUnknown, case .array(let elements) = value else { return value }
        return .array(array.kept(elements))
    }
}
