import JSONCore
package import RPCCore
import TunerAPI

extension RemoteError {
    /// The keys whose values have the wrong type.
    package var mismatchedKeys: [String] {
        (data["faults"]?.elements ?? [data]).compactMap(\.mismatchedKey)
    }

    /// Returns the error with other sentences for the faults of some keys.
    package func with(_ sentences: [String: String]) -> RemoteError {
        guard !sentences.isEmpty, case .object(var members) = data else { return self }
        members["faults"] = members["faults"]?.elements.map { faults in
            .array(
                faults.map { fault in
                    guard case .object(var facts) = fault, let sentence = facts["key"]?.text.flatMap({ sentences[$0] })
                    else { return fault }
                    facts["message"] = .string(sentence)
                    return .object(facts)
                }
            )
        }
        let only = members["key"]?.text.flatMap { sentences[$0] }
        return RemoteError(code: code, message: only ?? message, data: .object(members))
    }
}

extension JSON {
    fileprivate var mismatchedKey: String? {
        self["kind"]?.text == ErrorKind.typeMismatch.rawValue ? self["key"]?.text : nil
    }
}
