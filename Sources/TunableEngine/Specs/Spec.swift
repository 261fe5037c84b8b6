package import JSONCore

/// What a tunable may be, as a program declared it.
package struct Spec: Sendable {
    /// The words as they were declared, in one order, without what is ignored or says only what holds without it.
    package let definition: JSONObject

    /// The value where no place holds one.
    package let defaultValue: JSON?

    /// What becomes of an array that several places hold a value for.
    package let merge: MergeRule

    /// Whether the tunable is only to be read.
    package let isReadOnly: Bool

    let rule: ValueRule

    /// Reads a spec; refused with all of its faults.
    package init(_ object: JSONObject) throws(SpecFaults) {
        var reader = SpecReader()
        let level = reader.read(object, as: .spec)
        guard let level, reader.faults.isEmpty else { throw SpecFaults(reader.faults) }
        rule = level.rule
        definition = rule.definition
        defaultValue = level.defaultValue.map { level.rule.keepingKnown($0) }
        merge = definition[SpecWord.merge.rawValue] == nil ? .replace : .union
        isReadOnly = definition[SpecWord.readOnly.rawValue] != nil
    }

    /// Reads a spec that came as any value.
    package init(_ value: JSON) throws(SpecFaults) {
        guard case .object(let object) = value else {
            throw SpecFaults([SpecFault(.kind(expected: .object, found: value.kind), at: [])])
        }
        try self.init(object)
    }

    /// What its values are.
    package var type: TunableType { rule.type }

    /// What is wrong with a value: the first thing that is found, and nothing with items that will be dropped.
    package func fault(in value: JSON) -> ValueFault? {
        rule.fault(in: value)
    }

    /// The value as it is stored: as it was given, but for items that are to be dropped.
    package func accepted(_ value: JSON) throws(ValueFault) -> JSON {
        if let fault = rule.fault(in: value) {
            throw fault
        }
        return rule.keepingKnown(value)
    }

    /// The legal value nearest to a number, the larger of two that are as near; anything else is accepted or refused as
    /// ever.
    package func clamped(_ value: JSON) throws(ValueFault) -> JSON {
        guard let fault = rule.fault(in: value) else { return rule.keepingKnown(value) }
        guard let number = Number(value), rule.type == .integer || rule.type == .number else { throw fault }
        guard let nearest = rule.nearest(to: number) else { throw rule.fault(.cannotClamp, in: value) }
        return nearest.json
    }
}

extension Spec: Equatable {
    /// The order of words, what is ignored, and how a number is written do not matter.
    package static func == (left: Spec, right: Spec) -> Bool {
        JSONByValue(.object(left.definition)) == JSONByValue(.object(right.definition))
    }
}

extension ValueRule {
    /// The value without the items that are to be dropped.
    func keepingKnown(_ value: JSON) -> JSON {
        guard let array, array.dropsUnknown, case .array(let elements) = value else { return value }
        return .array(array.kept(elements))
    }
}
