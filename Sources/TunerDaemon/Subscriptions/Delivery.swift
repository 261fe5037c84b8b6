import JSONCore
import RPCCore

/// Notifies the subscriptions of one connection of what they lack of its backlog, through a number.
final class Delivery: LazyMessages {
    let through: Int
    private let backlog: Backlog
    private var rank = 0
    private var place = 0

    init(_ backlog: Backlog, through number: Int) {
        self.backlog = backlog
        through = number
    }

    func advance(_ message: inout ByteBuffer) -> LazyStep {
        while rank < backlog.laggards.count {
            guard place < backlog.laggards[rank].count else {
                rank += 1
                place = 0
                continue
            }
            let subscription = backlog.laggards[rank][place]
            guard !subscription.isOver, let lag = subscription.lag, lag.next <= through else {
                place += 1
                return .working
            }
            guard !subscription.isPausing else {
                subscription.awaitPauseEnd()
                place += 1
                return .working
            }
            let step = subscription.advance(through: through, backlog, &message)
            if case .done = step {
                place += 1
                return .working
            }
            return step
        }
        backlog.end(self)
        return .done
    }
}
