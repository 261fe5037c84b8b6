import RPCCore
import SystemCore

/// Decides when backlogs are delivered: in the turn in which changes were noted, and before the connection's own answers.
final class Deliveries {
    private let loop: EventLoop
    /// Those in which something was noted that is not delivered yet.
    private var noted: [Backlog] = []
    /// The peer whose request is being handled: it receives its notifications before its answer, however slowly it reads.
    private var answered: (any Peer)?

    /// What may still be folded in this turn.
    let foldBudget = FoldBudget()

    /// How many subscriptions there are, of all connections.
    var subscriptionCount = 0

    init(on loop: EventLoop) { self.loop = loop }

    /// Delivers what was noted in a turn, when nothing more is answered in it.
    func endTurn() {
        answered = nil
        foldBudget.renew()
        deliver()
    }

    var isTurnOver: Bool { loop.isTurnOver() }

    /// Whether a peer receives everything at once, since its own answer follows.
    func isAnswered(_ peer: any Peer) -> Bool { peer.isWithheld || peer === answered }

    /// Sends what a peer has not received, before a request of its is answered.
    func catchUp(_ peer: any Peer) {
        guard subscriptionCount > 0 else { return }
        answered = peer
        (peer.session as? Session)?.backlog?.deliver()
    }

    /// Sees that a backlog is delivered when everything is noted, or at the end of the turn.
    func add(_ backlog: Backlog) {
        guard noted.last !== backlog else { return }
        noted.append(backlog)
    }

    /// Delivers what was noted.
    func deliver() {
        guard !noted.isEmpty else { return }
        let backlogs = noted
        noted = []
        for backlog in backlogs { backlog.deliver() }
    }

    /// Closes a connection that takes too much memory, in the next turn.
    func close(_ peer: any Peer) {
        loop.nextTurn { peer.close() }
    }
}
