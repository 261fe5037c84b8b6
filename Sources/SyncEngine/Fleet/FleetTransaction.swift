package import JSONCore

/// A change of the keys of one machine, which etcd carries out as a whole.
///
/// It counts only if the key of the machine has an expected revision, and it always changes this key. So a transaction
/// that arrives late, after its time limit, cannot undo a later one.
package struct FleetTransaction: Sendable, Equatable {
    package struct Put: Sendable, Equatable {
        package let key: String
        package let value: String
        /// The lease of the key.
        package let lease: Int64
    }

    /// The key of the machine.
    package let machine: String
    /// The revision of the last change of that key; 0 if it does not exist.
    package let revision: Int64
    package let puts: [Put]
    package let deletes: [String]

    /// The body of the request.
    package var body: JSONObject {
        let compare: JSONObject = [
            "target": "MOD", "result": "EQUAL", "key": FleetTransaction.base64(machine),
            "mod_revision": .string("\(revision)"),
        ]
        let deletes: [JSON] = deletes.map {
            .object(["request_delete_range": .object(["key": FleetTransaction.base64($0)])])
        }
        let puts: [JSON] = puts.map { put in
            .object([
                "request_put": .object([
                    "key": FleetTransaction.base64(put.key), "value": FleetTransaction.base64(put.value),
                    "lease": .string("\(put.lease)"),
                ])
            ])
        }
        let read: JSONObject = ["request_range": .object(["key": FleetTransaction.base64(machine)])]
        return [
            "compare": .array([.object(compare)]), "success": .array(deletes + puts),
            "failure": .array([.object(read)]),
        ]
    }

    private static func base64(_ text: String) -> JSON { .string(Base64.text(Array(text.utf8))) }
}

/// A request to etcd of ``FleetReporter``.
package enum FleetAction: Sendable, Equatable {
    case grant(lease: Int64, seconds: Int64)
    case keepAlive(lease: Int64)
    case store(FleetTransaction)

    /// The path of the request.
    package var path: String {
        switch self {
        case .grant: "/v3/lease/grant"
        case .keepAlive: "/v3/lease/keepalive"
        case .store: "/v3/kv/txn"
        }
    }

    /// The body of the request.
    package var body: JSONObject {
        switch self {
        case .grant(let lease, let seconds): ["ID": .string("\(lease)"), "TTL": .string("\(seconds)")]
        case .keepAlive(let lease): ["ID": .string("\(lease)")]
        case .store(let transaction): transaction.body
        }
    }
}
