import JSONCore
import RPCCore
import TunerAPI

/// The handlers of the declared methods, and the checks before each call.
struct DaemonMethods {
    /// The methods that a server dispatches.
    private(set) var table: MethodTable
    private let gate: Gate
    private let states: StateVersions
    private let members: WorldMembers
    private let deliveries: Deliveries

    init(
        _ gate: Gate,
        _ states: StateVersions,
        _ members: WorldMembers,
        _ deliveries: Deliveries,
        valueLimit: Int
    ) {
        table = MethodTable(valueLimit: valueLimit)
        self.gate = gate
        self.states = states
        self.members = members
        self.deliveries = deliveries
    }

    /// Adds the handler of a method.
    ///
    /// The server calls `misread` when it cannot read all parameters.
    mutating func add<Parameters: JSONRecord, Result: JSONMember>(
        _ method: MethodDeclaration<Parameters, Result>,
        fastHandler: FastHandler? = nil,
        whenMisread misread: ((Parameters, any Peer, RPCError) -> Void)? = nil,
        _ body: @escaping (Parameters, Caller) throws(RPCError) -> Result
    ) {
        table.add(method.name, admitting: prelude(of: method), fastHandler: fastHandler, whenMisread: misread) {
            (parameters: Parameters, peer) throws(RPCError) -> Result in
            try body(parameters, Caller(peer: peer))
        }
    }

    /// Adds the handler of a method whose result type has its own encoder.
    mutating func add<Parameters: JSONRecord, Result: JSONMember, Written: JSONWritable>(
        writing method: MethodDeclaration<Parameters, Result>,
        fastHandler: FastHandler? = nil,
        _ body: @escaping (Parameters, Caller) throws(RPCError) -> Written
    ) {
        table.add(method.name, admitting: prelude(of: method), fastHandler: fastHandler) {
            (parameters: Parameters, peer) throws(RPCError) -> Written in
            try body(parameters, Caller(peer: peer))
        }
    }

    /// Adds the handler of a method whose result has members that may take more than one turn to write.
    mutating func add<Parameters: JSONRecord, Result: JSONRecord>(
        streaming method: MethodDeclaration<Parameters, Result>,
        _ body: @escaping (Parameters, Caller) throws(RPCError) -> StreamedRecord<Result>
    ) {
        table.add(
            method.name,
            admitting: prelude(of: method),
            streaming: { (parameters: Parameters, peer) throws(RPCError) -> any StreamedResult in
                try body(parameters, Caller(peer: peer))
            }
        )
    }

    /// Adds the method that ends subscriptions of one kind.
    mutating func add(
        _ method: MethodDeclaration<UnsubscribeParameters, Bool>,
        ending kind: PeerSubscription.Type
    ) {
        add(method) { (parameters, caller) throws(RPCError) in
            try caller.session.endSubscription(parameters.subscription, of: kind)
            return true
        }
    }

    /// Returns the work before each call of a method.
    ///
    /// This work checks access, sends the notifications that must precede the response, and joins the caller's world.
    private func prelude<Parameters, Result>(
        of method: MethodDeclaration<Parameters, Result>
    ) -> (any Peer) throws(RPCError) -> Void {
        let (name, access, scope) = (method.name, method.access, method.scope)
        return { [gate, states, members, deliveries] (peer: any Peer) throws(RPCError) in
            try gate.check(peer, name, access)
            deliveries.catchUp(peer)
            if case .daemon = scope { return }
            guard states.mayHaveWorlds || peer.isInWorld else { return }
            let caller = Caller(peer: peer)
            if states.mayHaveWorlds {
                members.joinWorldOfProcess(caller)
            }
            try states.checkWorld(of: caller)
        }
    }
}
