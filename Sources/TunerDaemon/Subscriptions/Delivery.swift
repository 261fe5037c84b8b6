import JSONCore
import RPCCore

/// Sends the subscriptions of one connection what they lack in its backlog, through a number.
final class Delivery: LazyMessages {
    let through: Int
    private let backlog: Backlog
    private var rank = 0
    private var index = 0

    init(_ backlog: Backlog, through number: Int) {
        self.backlog = backlog
        through = number
    }

    /// The number of subscriptions without work that one step skips.
    private static let passedPerStep = 64

    func advance(_ message: inout ByteBuffer) -> LazyStep {
        var passed = 0
        while rank < backlog.lagging.count {
            guard index < backlog.lagging[rank].count else {
                rank += 1
                index = 0
                continue
            }
            guard passed < Delivery.passedPerStep else { return .working }
            let subscription = backlog.lagging[rank][index]
            if subscription.isOver || !(subscription.lag.map { $0.next <= through } ?? false) {
                passed += 1
                index += 1
            } else if subscription.isPausing {
                subscription.awaitPauseEnd()
                passed += 1
                index += 1
            } else {
                let step = subscription.advance(through: through, backlog, &message)
                if case .done = step {
                    index += 1
                    return .working
                }
                return step
            }
        }
        backlog.end(self)
        return .done
    }
}
