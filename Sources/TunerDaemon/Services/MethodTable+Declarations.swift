package import JSONCore
package import RPCCore
import SystemCore
package import TunerAPI

extension MethodTable {
    /// Adds the handler of a declared method; callers who may not do this are denied before it is called.
    package mutating func add<Parameters: JSONRecord, Result: JSONMember>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ rule: AccessRule,
        _ body: @escaping (Parameters, Caller) throws(RPCError) -> Result
    ) {
        let access = method.access
        let name = method.name
        add(name) { (parameters: Parameters, peer) throws(RPCError) -> Result in
            guard rule.allows(access, to: peer.credentials) else { throw RPCError.denied(name) }
            return try body(parameters, Caller(peer: peer))
        }
    }
}

extension RPCError {
    /// A kind that the API declares.
    init(_ kind: ErrorKind, _ message: String, facts: JSONObject = JSONObject()) {
        self.init(kind.rpc, message, facts: facts)
    }

    static func denied(_ method: StaticString) -> RPCError {
        RPCError(
            ErrorKind.denied,
            "\(method) changes something, and this user may only read; ask who runs tunerd for --group-writes",
            facts: ["method": .string(method.description)]
        )
    }
}
