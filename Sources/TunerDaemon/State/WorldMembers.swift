import RPCCore
import StateCore
import SystemCore

/// Moves connections between worlds, with their subscriptions.
final class WorldMembers {
    /// A process that was moved to a world, or out of all worlds.
    private struct MovedProcess {
        /// The start of the process, because another process can get its ID later.
        let start: UInt64?
        let world: String?
    }

    /// The number of processes above which a move drops those that have ended.
    private static let fewProcesses = 64

    private let states: StateVersions
    private let publishers: Publishers
    /// The processes that were moved, by ID; some of them may have ended.
    private var processes: [Int32: MovedProcess] = [:]

    init(_ states: StateVersions, _ publishers: Publishers) {
        self.states = states
        self.publishers = publishers
    }

    // MARK: Connections

    /// Lets a connection join a world that it can see, or leave its world if `world` is nil.
    ///
    /// Its next call acts on that world. Its subscriptions follow at once, or with the step that its responses wait for.
    func join(_ caller: Caller, _ world: String?) {
        let session = caller.session
        guard session.world != nil || world != nil else { return session.join(nil) }
        session.join(world)
        guard caller.peer.isWithheld, let ahead = states.ahead else {
            return perform([WorldMove(peer: caller.peer, world: world)])
        }
        ahead.moves.append(WorldMove(peer: caller.peer, world: world))
    }

    /// Moves the subscriptions of connections to other worlds, in the committed state.
    func perform(_ moves: [WorldMove]) {
        guard !moves.isEmpty else { return }
        for move in moves {
            if move.joins {
                Caller(peer: move.peer).session.join(move.world)
            }
            publishers.move(move.peer, to: move.world)
        }
        publishers.server.noteWorldMoves()
    }

    /// Lets a connection join the world of its process, unless `session.hello` was called before.
    ///
    /// That is the world to which the process was moved, or else the one in its environment variable `TUNER_WORLD`.
    func joinWorldOfProcess(_ caller: Caller) {
        let session = caller.session
        guard !session.hasLookedForWorld, !joinMovedProcess(caller) else { return }
        let world = Kernel.environmentVariable("TUNER_WORLD", of: caller.peer.credentials.pid)
        guard let world, !world.isEmpty else { return session.join(nil) }
        if states.hasJoinableWorld(world, for: caller) {
            join(caller, world)
        } else {
            // The next call fails, because its program expects private values.
            session.join(world)
        }
    }

    /// Notes that a connection has closed.
    func remove(_ peer: any Peer) {
        let pid = peer.credentials.pid
        // Without its start, a later process of this ID would look the same.
        if let process = processes[pid], process.start == nil,
            !peer.server.peers.contains(where: { $0.credentials.pid == pid })
        {
            processes[pid] = nil
        }
        if peer.isInWorld {
            publishers.server.noteWorldMoves()
        }
    }

    // MARK: Processes

    /// Moves connections, which all belong to one process, to a world or out of all worlds.
    ///
    /// The caller of `worlds.move` sees the world. If it is not committed yet, the connections follow when it is.
    func move(_ peers: [any Peer], ofProcess pid: Int32, to world: String?) {
        if processes.count >= WorldMembers.fewProcesses {
            processes = processes.filter { $0.value.start == Kernel.processStart(of: $0.key) }
        }
        processes[pid] = MovedProcess(start: Kernel.processStart(of: pid), world: world)
        for peer in peers {
            let caller = Caller(peer: peer)
            guard let world, let ahead = states.ahead, !states.committed.hasWorld(world), !peer.isWithheld else {
                join(caller, world)
                continue
            }
            ahead.moves.append(WorldMove(peer: peer, world: world, joins: true))
        }
    }

    /// Lets a new connection of a process that was moved join the world of the process; returns false otherwise.
    func joinMovedProcess(_ caller: Caller) -> Bool {
        let pid = caller.peer.credentials.pid
        guard !processes.isEmpty, let process = processes[pid] else { return false }
        let isPresent = process.world.map { states.hasJoinableWorld($0, for: caller) } ?? true
        guard isPresent, process.start == Kernel.processStart(of: pid) else {
            processes[pid] = nil
            return false
        }
        join(caller, process.world)
        return true
    }
}

/// The move of a connection's subscriptions to a world, which waits for a step.
struct WorldMove {
    let peer: any Peer
    let world: String?
    /// Whether the connection itself joins the world only then.
    var joins = false
}
