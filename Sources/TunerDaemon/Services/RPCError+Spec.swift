import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

extension RPCError {
    /// Creates the error for an invalid spec, with all its faults.
    init(_ faults: SpecFaults, of key: Key) {
        var facts = faults.facts
        facts["key"] = .string(key.text)
        self.init(ErrorKind.invalidDefinition, "\(key.text.shown): \(faults.faults[0])", facts: facts)
    }
}

extension SpecFaults {
    /// The faults as error data, each with its location.
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
