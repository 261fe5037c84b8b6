package import JSONCore

/// A JSON Schema for a set of values by key; a layer may contain one.
package struct ObjectSchema: Sendable {
    /// A violation by one of the values, or by a missing value.
    package struct KeyFault: Error, Equatable, Sendable {
        package let key: String

        /// The violation, with paths relative to the value.
        package let fault: ValueFault
    }

    private let rule: ObjectRule

    /// Creates a schema, or throws all faults in it; the type must be `object`, and is that by default.
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

    /// Returns whether the schema has a rule for a key.
    package func declares(_ key: String) -> Bool { rule.rule(of: key) != nil }

    /// Returns the violations by a set of values; those for missing values come last.
    package func faults(in values: JSONObject) -> [KeyFault] {
        rule.faults(in: values).compactMap { fault in
            guard case .name(let key)? = fault.steps.first else { return nil }
            var inner = fault
            inner.steps.removeFirst()
            return KeyFault(key: key, fault: inner)
        }
    }
}
