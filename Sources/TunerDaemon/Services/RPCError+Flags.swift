import FlagEngine
import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// Creates the error for an invalid flag document, with all its faults.
    init(_ faults: FlagFaults) {
        self.init(
            ErrorKind.invalidDefinition,
            "\(faults.faults[0])",
            facts: ["faults": .array(faults.faults.map(\.described))]
        )
    }

    /// Creates the error for an invalid declaration of a flag.
    init(_ fault: FlagFault, of key: FlagKey) {
        self.init(
            ErrorKind.invalidDefinition,
            "\(key.text.shown): \(fault)",
            facts: ["faults": .array([fault.described]), "key": .string(key.text)]
        )
    }
}

extension FlagFault {
    /// The fault as an element of the error's list.
    fileprivate var described: JSON {
        var facts = facts
        facts["kind"] = .string(ErrorKind.invalidDefinition.rawValue)
        facts["message"] = .string(description)
        return .object(facts)
    }
}
