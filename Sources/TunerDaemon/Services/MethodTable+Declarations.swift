import JSONCore
import RPCCore
import SystemCore
import TunerAPI

extension MethodTable {
    /// Adds the handler of a declared method; callers who may not do this are denied before their parameters are read.
    mutating func add<Parameters: JSONRecord, Result: JSONMember>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ gate: Gate,
        shortcut: Shortcut? = nil,
        whenMisread misread: ((Parameters, any Peer, RPCError) -> Void)? = nil,
        _ body: @escaping (Parameters, Caller) throws(RPCError) -> Result
    ) {
        let admit = gate.admission(to: method.name, method.access, method.scope)
        add(method.name, admitting: admit, shortcut: shortcut, whenMisread: misread) {
            (parameters: Parameters, peer) throws(RPCError) -> Result in
            try body(parameters, Caller(peer: peer))
        }
    }

    /// Adds the handler of a declared method whose result is written by an encoder of its own, the only one of its shape.
    mutating func add<Parameters: JSONRecord, Result: JSONMember, Written: JSONWritable>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ gate: Gate,
        writing body: @escaping (Parameters, Caller) throws(RPCError) -> Written
    ) {
        let admit = gate.admission(to: method.name, method.access, method.scope)
        add(method.name, admitting: admit, shortcut: nil, whenMisread: nil) {
            (parameters: Parameters, peer) throws(RPCError) -> Written in
            try body(parameters, Caller(peer: peer))
        }
    }

    /// Adds what ends subscriptions of one sort.
    mutating func add(
        _ method: MethodDeclaration<UnsubscribeParameters, Bool>,
        _ gate: Gate,
        endingWhere isOfSort: @escaping (any PeerSubscription) -> Bool
    ) {
        add(method, gate) { (parameters, caller) throws(RPCError) in
            try caller.session.endSubscription(parameters.subscription, where: isOfSort)
            return true
        }
    }

    /// The same for a method whose result has members that may be too long for one turn.
    mutating func add<Parameters: JSONRecord, Result: JSONRecord>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ gate: Gate,
        streaming body: @escaping (Parameters, Caller) throws(RPCError) -> LongRecord<Result>
    ) {
        let admit = gate.admission(to: method.name, method.access, method.scope)
        add(
            method.name,
            admitting: admit,
            streaming: { (parameters: Parameters, peer) throws(RPCError) -> any StreamedResult in
                try body(parameters, Caller(peer: peer))
            }
        )
    }
}

extension RPCError {
    /// A kind that the API declares.
    init(_ kind: ErrorKind, _ message: String, facts: JSONObject = JSONObject()) {
        self.init(kind.rpc, message, facts: facts)
    }

    static func denied(_ method: StaticString, _ access: Access) -> RPCError {
        let reason =
            switch access {
            case .reads: "this user may not use the daemon; ask who runs tunerd for --socket-group"
            case .writes: "it changes something, and this user may not; ask who runs tunerd for --group-writes"
            }
        return RPCError(
            ErrorKind.denied,
            "\(method) is denied: \(reason)",
            facts: ["method": .string(method.description)]
        )
    }
}
