import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

extension RPCError {
    /// A spec that cannot be used, with all that is wrong with it.
    init(_ faults: SpecFaults, of key: Key) {
        var facts = faults.facts
        facts["key"] = .string(key.text)
        self.init(ErrorKind.invalidDefinition, "\(key.text.shown): \(faults.faults[0])", facts: facts)
    }
}

extension SpecFaults {
    /// All that is wrong, each with its place.
    var facts: JSONObject {
        [
            "faults": .array(
                faults.map { fault in
                    var facts = fault.facts
                    facts["kind"] = .string(ErrorKind.invalidDefinition.rawValue)
                    facts["message"] = .string(fault.description)
                    return .object(facts)
                }
            )
        ]
    }
}
