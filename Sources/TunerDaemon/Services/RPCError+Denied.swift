import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// Creates an error of a kind that the API declares.
    init(_ kind: ErrorKind, _ message: String, facts: JSONObject = JSONObject()) {
        self.init(kind.rpc, message, facts: facts)
    }

    static var revealDenied: RPCError {
        RPCError(
            ErrorKind.denied,
            "session.hello with reveal is denied: only the user of the daemon and root may see secret values in results",
            facts: ["method": "session.hello", "parameter": "reveal"]
        )
    }

    static func denied(_ method: StaticString, _ access: Access) -> RPCError {
        let reason =
            switch access {
            case .reads:
                "this user may not use the daemon; ask the owner of the daemon to start tunerd with --socket-group"
            case .writes: "this user may only read; ask the owner of the daemon to start tunerd with --group-writes"
            }
        return RPCError(
            ErrorKind.denied,
            "\(method) is denied: \(reason)",
            facts: ["method": .string(method.description)]
        )
    }
}
