import JSONCore
import RPCCore

extension RPCError {
    /// The keys that the error is about.
    var keys: [String] {
        if case .string(let key)? = facts["key"] { return [key] }
        guard case .array(let faults)? = facts["faults"] else { return [] }
        return faults.compactMap { fault in
            guard case .string(let key)? = fault["key"] else { return nil }
            return key
        }
    }
}
