import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods about the connected programs: `server.report` and `server.clients`.
///
/// A connection stores its own faults, so they end with it, and a client can neither change nor displace those of
/// another client. The memory is bounded for each connection.
struct ProgramService {
    let rule: AccessRule
    let states: StateVersions

    /// The largest number of faults of one connection.
    private static let maxFaults = 8
    /// The largest number of connections in a result.
    private static let maxClients = 256

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Server.report) { parameters, caller in
            caller.session.faults = parameters.faults.prefix(ProgramService.maxFaults).map(\.shortened)
            return true
        }
        methods.add(API.Server.clients) { [self] _, caller in clients(for: caller) }
    }

    private func clients(for caller: Caller) -> ClientsResult {
        var peers = caller.peer.server.peers
        peers.sort { one, other in
            let (isFaulty, isOtherFaulty) = (hasFaults(one), hasFaults(other))
            return isFaulty == isOtherFaulty ? one.number < other.number : isFaulty
        }
        let state = states.state(for: caller)
        let filter = SecretFilter(state, for: caller)
        var result = ClientsResult()
        result.clients = peers.prefix(ProgramService.maxClients).map { peer in
            var record = ClientRecord(Caller(peer: peer))
            record.world = (peer.session as? Session)?.world.flatMap { caller.maySee($0, rule) ? $0 : nil }
            if !filter.showsAll { record.faults = record.faults.map { $0.shown(filter, in: state) } }
            return record
        }
        result.more = peers.count > ProgramService.maxClients ? true : nil
        return result
    }

    private func hasFaults(_ peer: any Peer) -> Bool { (peer.session as? Session)?.faults.isEmpty == false }
}

extension ProgramFaultRecord {
    /// Returns the fault without its message if that may have the value of a secret key.
    fileprivate func shown(_ filter: SecretFilter, in state: State) -> ProgramFaultRecord {
        guard let key, let known = try? Key(key) else { return self }
        guard isSecret == true || filter.isSecret(known) || state.isDeclaredSecret(known, in: nil) else { return self }
        var record = self
        (record.message, record.isSecret) = ("(secret)", true)
        return record
    }

    /// The fault with shortened texts.
    fileprivate var shortened: ProgramFaultRecord {
        var record = self
        record.key = key?.shortened
        record.message = message.shortened
        return record
    }
}

extension ClientRecord {
    fileprivate init(_ caller: Caller) {
        self.init()
        let session = caller.session
        let actor = caller.actor(in: session)
        client = actor.client
        version = session.version
        pid = actor.pid
        uid = Int64(actor.uid)
        declared = session.declarations.accepted
        keys = session.declarations.keys.map(\.shortened)
        refused = session.declarations.refused.map(\.shortened)
        faults = session.faults
    }
}
