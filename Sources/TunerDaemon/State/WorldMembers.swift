import RPCCore
import StateCore

/// Moves connections between worlds, with their subscriptions.
final class WorldMembers {
    private let states: StateVersions
    private let publishers: Publishers

    init(_ states: StateVersions, _ publishers: Publishers) {
        self.states = states
        self.publishers = publishers
    }

    /// Lets a connection join a world that it can see, or leave its world if `world` is nil.
    ///
    /// Its next call acts on that world. Its subscriptions follow at once, or with the step that its responses wait for.
    func join(_ caller: Caller, _ world: String?) {
        caller.session.join(world)
        guard caller.peer.isWithheld, let ahead = states.ahead else {
            return publishers.move(caller.peer, to: world)
        }
        ahead.moves.append(WorldMove(peer: caller.peer, world: world))
    }
}

/// The move of a connection's subscriptions to a world, which waits for a step.
struct WorldMove {
    let peer: any Peer
    let world: String?
}
