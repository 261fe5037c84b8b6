import FlagEngine
import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// Creates the error for an invalid flag document, with all its faults.
    init(_ faults: FlagFaults) {
        let list = faults.faults.map { fault in
            var facts = fault.facts
            facts["kind"] = .string(ErrorKind.invalidDefinition.rawValue)
            facts["message"] = .string(fault.description)
            return JSON.object(facts)
        }
        self.init(ErrorKind.invalidDefinition, "\(faults.faults[0])", facts: ["faults": .array(list)])
    }
}
