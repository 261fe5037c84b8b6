import JSONCore
import RPCCore
import TunerAPI

extension RemoteError {
    /// The keys whose values were refused because they are of another type.
    var mismatchedKeys: [String] {
        guard case .object(let facts) = data else { return [] }
        guard case .array(let faults)? = facts["faults"] else { return [data.mismatchedKey].compactMap(\.self) }
        return faults.compactMap(\.mismatchedKey)
    }
}

extension JSON {
    fileprivate var mismatchedKey: String? {
        guard case .object(let facts) = self, case .string(let key)? = facts["key"],
            facts["kind"] == .string(ErrorKind.typeMismatch.rawValue)
        else { return nil }
        return key
    }
}
