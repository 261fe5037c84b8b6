import FlagEngine
import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine
import TunerAPI

/// The methods that create, list, compare, merge and end worlds.
struct WorldService {
    let states: StateVersions
    let soft: SoftStateStore
    let writer: StateWriter
    let owners: WorldOwners
    let members: WorldMembers
    let rule: AccessRule

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Worlds.create, create)
        methods.add(API.Worlds.list) { [self] _, caller in list(caller) }
        methods.add(API.Worlds.drop) { [self] (parameters, caller) throws(RPCError) in
            _ = try writer.perform(.dropWorld(parameters.world), caller)
            return true
        }
        methods.add(API.Worlds.propose, propose)
        methods.add(API.Worlds.diff, diff)
        methods.add(API.Worlds.move, move)
        methods.add(API.Worlds.merge) { [self] (parameters, caller) throws(RPCError) in
            let world = try named(parameters.world, caller)
            let outcome = try writer.perform(.mergeWorld(world, ifRevision: parameters.ifRevision), caller)
            return ChangesResult(outcome, in: states.state(for: caller), for: caller)
        }
    }

    private func create(_ parameters: CreateWorldParameters, _ caller: Caller) throws(RPCError) -> WorldResult {
        let id = try parameters.world.map { (text) throws(RPCError) in try WorldID.checked(text) } ?? WorldID.random()
        _ = try writer.perform(.createWorld(id), caller)
        members.join(caller, id)
        owners.note(caller.peer, asOwnerOf: id)
        soft.forgetStews(of: id)
        var result = WorldResult()
        result.world = id
        return result
    }

    /// Copies the caller's world; the copy belongs to no connection, so it stays until somebody merges and drops it.
    private func propose(_ parameters: ProposeParameters, _ caller: Caller) throws(RPCError) -> WorldResult {
        guard let source = caller.session.world else {
            throw RPCError(parameter: "world", "the connection is in no world, so there is nothing to propose")
        }
        let (count, most) = (parameters.summary.utf8.count, ProposeParameters.longestSummary)
        guard count <= most else {
            let sentence = "a summary may have at most \(most) bytes, but has \(count)"
            throw RPCError(limit: "summary", most, parameter: "summary", bytes: count, sentence)
        }
        let id = WorldID.random()
        _ = try writer.perform(.proposeWorld(id, copying: source, summary: parameters.summary), caller)
        var result = WorldResult()
        result.world = id
        return result
    }

    private func list(_ caller: Caller) -> WorldListResult {
        let state = states.state(for: caller)
        let members = members(on: caller.peer.server)
        var result = WorldListResult()
        let visible = state.allWorlds.filter { caller.maySee($0.id, rule) }
        result.worlds = visible.map { id, world in
            var listed = ListedWorld()
            listed.world = id
            listed.members = members[id] ?? 0
            listed.values = Int64(world.values.count)
            listed.flags = Int64(world.flags.count)
            listed.actor = ActorRecord(world.actor)
            listed.proposal = world.proposal.map(WorldProposalRecord.init)
            return listed
        }
        return result
    }

    /// Returns the number of connections in each world.
    private func members(on server: RPCServer) -> [String: Int64] {
        var members: [String: Int64] = [:]
        for peer in server.peers {
            if let world = (peer.session as? Session)?.world {
                members[world, default: 0] += 1
            }
        }
        return members
    }

    private func diff(_ parameters: DiffParameters, _ caller: Caller) throws(RPCError) -> DiffResult {
        let id = try named(parameters.world, caller)
        let start = try parameters.after.map { (text) throws(RPCError) in try Key(parameter: "after", text) }
        // The error equals that for a world that never existed, so that it does not reveal which worlds exist.
        guard caller.maySee(id, rule) else { throw RPCError(.unknownWorld(id)) }
        let state = states.state(for: caller)
        do {
            let comparison = state.comparison(of: try state.world(id), after: start, atMost: ChangeRecord.limit)
            return DiffResult(comparison, revision: state.revision, SecretFilter(state, for: caller))
        } catch {
            throw RPCError(error)
        }
    }

    private func move(_ parameters: MoveParameters, _ caller: Caller) throws(RPCError) -> MoveResult {
        let peers = caller.peer.server.peers.filter { $0.credentials.pid == parameters.pid }
        guard let pid = Int32(exactly: parameters.pid), pid > 0, !peers.isEmpty else {
            throw RPCError(
                parameter: "pid",
                "no process \(parameters.pid) is connected; server.clients returns those that are"
            )
        }
        let credentials = caller.peer.credentials
        guard rule.isPrivileged(credentials) || peers.allSatisfy({ $0.credentials.uid == credentials.uid }) else {
            throw RPCError(
                ErrorKind.denied,
                "worlds.move is denied: process \(pid) belongs to another user",
                facts: ["method": "worlds.move"]
            )
        }
        if let world = parameters.world { try states.checkJoinable(world, for: caller) }
        try checkMayMove(peers, ofProcess: pid)
        members.move(peers, ofProcess: pid, to: parameters.world)
        var result = MoveResult()
        result.world = parameters.world
        result.connections = Int64(peers.count)
        return result
    }

    /// Throws if a connection stays in its world, as its client has requested.
    private func checkMayMove(_ peers: [any Peer], ofProcess pid: Int32) throws(RPCError) {
        let sessions = peers.compactMap { $0.session as? Session }
        guard let fixed = sessions.first(where: \.isFixed) else { return }
        let name = fixed.client.map { "\($0.shownWhole)[\(pid)]" } ?? "process \(pid)"
        throw RPCError(
            ErrorKind.denied,
            "worlds.move is denied: \(name) stays in its world, as it has requested in session.hello",
            facts: ["method": "worlds.move"]
        )
    }

    /// Returns the world of a parameter, or else the caller's own world.
    private func named(_ world: String?, _ caller: Caller) throws(RPCError) -> String {
        if let world = world ?? caller.session.world {
            return world
        }
        throw RPCError(parameter: "world", "world is missing, and the connection is in no world")
    }
}

/// The names of worlds; a random name is never used again.
enum WorldID {
    private static let shortest = 16

    /// Returns a name from a client if it is valid; throws otherwise.
    static func checked(_ text: String) throws(RPCError) -> String {
        guard text.utf8.count >= shortest, Key.fault(in: text.utf8.span) == nil else {
            throw RPCError(
                parameter: "world",
                "world must be \(shortest) or more letters, digits, \"-\", \"_\" or \".\", got \(text.shown)"
            )
        }
        return text
    }

    /// Returns a new random name of 26 digits and letters.
    static func random() -> String {
        func word() -> String {
            let digits = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }
        return word() + word()
    }
}

extension DiffResult {
    fileprivate init(_ comparison: WorldComparison, revision: Int64, _ filter: SecretFilter) {
        self.init()
        changes = comparison.changes.map { ChangeRecord($0, filter) }
        let stored = comparison.withoutEffect.map { ChangeRecord($0, filter) }
        self.stored = stored.isEmpty ? nil : stored
        let overrides = comparison.overrides.map { WorldOverrideRecord($0.key, $0.override) }
        self.overrides = overrides.isEmpty ? nil : overrides
        self.revision = revision
        next = comparison.last?.text
        more = next == nil ? nil : true
    }
}

extension WorldProposalRecord {
    fileprivate init(_ proposal: WorldProposal) {
        self.init()
        (summary, revision) = (proposal.summary, proposal.revision)
    }
}
