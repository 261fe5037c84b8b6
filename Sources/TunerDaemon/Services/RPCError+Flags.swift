import FlagEngine
import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// A document of flags that cannot be used, with all that is wrong with it.
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
