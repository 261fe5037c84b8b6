import LoopCore

/// Visits clients, a part of them in each turn, so that an event for many clients makes no turn long.
final class ClientRound<Client> {
    /// The limit for the visits in one turn.
    ///
    /// The end of a turn always has time for as many connections, so what is written does not pile up.
    private let visitsInTurn = HTTPServer.leastFlushed

    private let loop: EventLoop
    /// Returns the clients that can receive something.
    private let all: () -> [Client]
    private let visit: (Client) -> Void
    private let whenDone: () -> Void
    private var waiting: [Client] = []
    private var mustVisitAll = false
    private var isScheduled = false

    /// Creates a round; `whenDone` is called when no client waits for its visit.
    init(
        on loop: EventLoop,
        of all: @escaping () -> [Client],
        whenDone: @escaping () -> Void = {},
        visit: @escaping (Client) -> Void
    ) {
        self.loop = loop
        self.all = all
        self.visit = visit
        self.whenDone = whenDone
    }

    /// Visits all of these clients, from the next turn on; a round that has begun is finished before.
    func start() {
        mustVisitAll = true
        schedule()
    }

    /// Visits some clients, from the next turn on.
    func add(_ clients: [Client]) {
        waiting += clients
        schedule()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.nextTurn { [weak self] in self?.continueRound() }
    }

    private func continueRound() {
        isScheduled = false
        for _ in 0..<visitsInTurn {
            if waiting.isEmpty, mustVisitAll {
                mustVisitAll = false
                waiting = all()
            }
            guard let client = waiting.popLast() else { return whenDone() }
            visit(client)
        }
        schedule()
    }
}

@available(*, unavailable)
extension ClientRound: Sendable {}
