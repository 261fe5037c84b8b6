import JSONCore
import RPCCore

extension Refusal {
    /// Creates a refusal from an error response of the daemon.
    init(_ error: RemoteError) {
        self.init(error.data, error.message, kind: error.kind)
    }

    private init(_ facts: JSON, _ message: String, kind: String?) {
        self.init(
            kind: Kind(rawValue: kind ?? "internal"),
            message: message,
            key: facts["key"]?.text,
            data: Refusal.data(facts)
        )
    }

    private static func data(_ facts: JSON) -> [String: TunerValue] {
        guard case .object(let members) = TunerValue(facts) else { return [:] }
        return members
    }

    /// Returns the refusals that one error response contains, one for each key; none if the error names no key.
    static func each(in error: RemoteError) -> [Refusal] {
        guard case .array(let faults)? = error.data["faults"] else {
            let refusal = Refusal(error)
            return refusal.key == nil ? [] : [refusal]
        }
        let all = faults.map { Refusal($0, $0["message"]?.text ?? error.message, kind: $0["kind"]?.text ?? error.kind) }
        // An invalid spec has several faults, but only one key, which is outside of the list.
        guard let key = error.data["key"]?.text else { return all.filter { $0.key != nil } }
        let kind = Kind(rawValue: error.kind ?? "internal")
        return [Refusal(kind: kind, message: error.message, key: key, data: data(error.data))]
    }
}
