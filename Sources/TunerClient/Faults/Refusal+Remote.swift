import JSONCore
import RPCCore

extension Refusal {
    /// What an error of the daemon says.
    init(_ error: RemoteError) {
        self.init(error.data, error.message, kind: error.kind)
    }

    private init(_ facts: JSON, _ message: String, kind: String?) {
        self.kind = Kind(rawValue: kind ?? "internal")
        self.message = message
        key = facts["key"]?.text
    }

    /// The refusals that one error gathers, each of one key; none where it names none.
    static func each(in error: RemoteError) -> [Refusal] {
        guard case .array(let faults)? = error.data["faults"] else {
            let refusal = Refusal(error)
            return refusal.key == nil ? [] : [refusal]
        }
        let all = faults.map { Refusal($0, $0["message"]?.text ?? error.message, kind: $0["kind"]?.text ?? error.kind) }
        // A faulty spec has many faults and one key, which stands outside of them.
        guard let key = error.data["key"]?.text else { return all.filter { $0.key != nil } }
        return [Refusal(kind: Kind(rawValue: error.kind ?? "internal"), message: error.message, key: key)]
    }
}
