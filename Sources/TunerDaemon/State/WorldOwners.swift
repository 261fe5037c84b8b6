import RPCCore
import StateCore

/// Ends each world with the connection that created it last.
final class WorldOwners {
    private let states: StateVersions
    private let publishers: Publishers
    /// The number of the peer that created each world.
    private var owners: [String: UInt64] = [:]

    init(_ states: StateVersions, _ publishers: Publishers) {
        self.states = states
        self.publishers = publishers
    }

    /// Notes that a world ends with a peer.
    func note(_ peer: any Peer, asOwnerOf world: String) {
        if owners.count > 2 * states.committed.rules.limits.worlds {
            // Most of them have ended.
            owners = owners.filter { states.hasWorld($0.key) }
        }
        owners[world] = peer.number
    }

    /// Ends the worlds of a peer that has gone.
    func endWorlds(of peer: any Peer) {
        let ended = owners.filter { $0.value == peer.number }.map(\.key)
        guard !ended.isEmpty else { return }
        for world in ended {
            owners[world] = nil
        }
        let before = publishers.needStateBefore ? states.committed : nil
        states.end(ended, by: Caller(peer: peer).author)
        guard let ahead = states.ahead else {
            // The worlds are gone from every state: each of their members has subscribed before.
            publishers.publish(Publication(endedWorlds: ended, step: .max), before: before)
            return
        }
        // A member whose subscription is not answered yet is notified after the answer.
        ahead.worldsEndedBehind += ended
        states.sealOpenStep()
    }
}
