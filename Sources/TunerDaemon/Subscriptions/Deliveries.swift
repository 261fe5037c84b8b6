import LoopCore
import RPCCore
import SystemCore

/// Decides when backlogs are delivered: in the turn that noted the changes, and before a response to the same
/// connection.
final class Deliveries {
    private let loop: EventLoop
    /// The backlogs with noted changes that are not delivered yet.
    private var noted: [Backlog] = []
    /// The peer whose request is being handled; it receives its notifications before its response, even if it reads
    /// slowly.
    private var respondingPeer: (any Peer)?

    let foldBudget = MergeBudget()

    /// The number of subscriptions of all connections.
    var subscriptionCount = 0

    init(on loop: EventLoop) { self.loop = loop }

    /// Delivers the changes that were noted in a turn, after all requests of the turn.
    func endTurn() {
        respondingPeer = nil
        foldBudget.renew()
        deliver()
    }

    var isTurnOver: Bool { loop.isTurnOver() }

    /// Whether a delivery may begin a step in the turn of the commit, instead of in the next turn.
    var hasTimeAtOnce: Bool { loop.nanosecondsInTurn < Deliveries.nanosecondsAtOnce }

    private static let nanosecondsAtOnce: UInt64 = 1_000_000

    /// Returns whether a peer receives its notifications even if it reads slowly, because a response to the peer
    /// follows.
    func precedesResponse(to peer: any Peer) -> Bool { peer.isWithheld || peer === respondingPeer }

    /// Sends a peer its missing notifications before the daemon responds to one of its requests.
    func catchUp(_ peer: any Peer) {
        guard subscriptionCount > 0 else { return }
        respondingPeer = peer
        (peer.session as? Session)?.backlog?.deliver()
    }

    /// Schedules the delivery of a backlog: at the next call of `deliver()`, at the latest at the end of the turn.
    func add(_ backlog: Backlog) {
        guard noted.last !== backlog else { return }
        noted.append(backlog)
    }

    /// Delivers all scheduled backlogs.
    func deliver() {
        guard !noted.isEmpty else { return }
        let backlogs = noted
        noted = []
        for backlog in backlogs { backlog.deliver() }
    }

    /// Closes a connection in the next turn, because its backlog uses too much memory.
    func close(_ peer: any Peer) {
        loop.nextTurn { peer.close() }
    }
}
