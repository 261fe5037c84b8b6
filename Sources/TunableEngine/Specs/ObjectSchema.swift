package import JSONCore

/// A JSON Schema for a set of values by key, as a layer may bring one.
package struct ObjectSchema: Sendable {
    /// Something wrong with one of the values, or with its absence.
    package struct KeyFault: Error, Equatable, Sendable {
        /// The value's name.
        package let key: String

        /// What is wrong, as seen from that value.
        package let fault: ValueFault
    }

    private let rule: ObjectRule

    /// Reads a schema, whose type, if it says one, must be `object`; refused with all of its faults.
    package init(_ object: JSONObject) throws(SpecFaults) {
        var reader = SpecReader()
        var typed = object
        typed[SpecWord.type.rawValue] = object[SpecWord.type.rawValue] ?? .string(TunableType.object.rawValue)
        let level = reader.read(typed, as: .schema)
        guard let level, reader.faults.isEmpty else { throw SpecFaults(reader.faults) }
        guard let rule = level.rule.object else {
            let type = JSONSource.Step.name(SpecWord.type.rawValue)
            let problem = SpecFault.Problem.word(level.rule.type.rawValue, among: ["object"], nearest: nil)
            throw SpecFaults([SpecFault(problem, at: [type])])
        }
        self.rule = rule
    }

    /// What is wrong with a set of values, each by its key, those that are missing last.
    package func faults(in values: JSONObject) -> [KeyFault] {
        rule.faults(in: values).compactMap { fault in
            guard case .name(let key)? = fault.place.first else { return nil }
            var inner = fault
            inner.place.removeFirst()
            return KeyFault(key: key, fault: inner)
        }
    }
}
