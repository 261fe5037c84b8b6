import RPCCore
import StateCore

/// Ends each world when the connection that last created it closes.
final class WorldOwners {
    private let states: StateVersions
    private let publishers: Publishers
    /// The number of the peer that created each world.
    private var owners: [String: UInt64] = [:]
    /// The numbers of the connected peers that have created a world.
    private var peers: Set<UInt64> = []

    init(_ states: StateVersions, _ publishers: Publishers) {
        self.states = states
        self.publishers = publishers
    }

    /// Notes that a world ends when a peer disconnects.
    func note(_ peer: any Peer, asOwnerOf world: String) {
        if owners.count > 2 * states.committed.rules.limits.worlds {
            // Most of these worlds have ended.
            owners = owners.filter { states.hasWorld($0.key) }
        }
        owners[world] = peer.number
        peers.insert(peer.number)
    }

    /// Ends the worlds of a peer that has disconnected.
    func endWorlds(of peer: any Peer) {
        // Most peers create none, and their end must not cost as much as there are worlds.
        guard peers.remove(peer.number) != nil else { return }
        let ended = owners.filter { $0.value == peer.number }.map(\.key)
        guard !ended.isEmpty else { return }
        for world in ended {
            owners[world] = nil
        }
        let before = publishers.needStateBefore ? states.committed : nil
        states.end(ended, by: Caller(peer: peer).author)
        guard let ahead = states.ahead else {
            // No step is pending, so all members of the worlds have received their subscribe responses.
            publishers.publish(Publication(endedWorlds: ended, step: .max), before: before)
            return
        }
        // Notify members after the responses that still wait for this step.
        ahead.worldsEndedBehind += ended
        states.sealOpenStep()
    }
}
